"""The picture of a recall."""
