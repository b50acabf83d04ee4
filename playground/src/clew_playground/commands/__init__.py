"""The commands that the playground adds to `clew`."""
