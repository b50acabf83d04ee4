"""A scene from above: its map as SVG and PNG, and a run in it as a page."""
