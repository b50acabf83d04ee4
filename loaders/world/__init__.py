"""Observations of a world into the graph: read by rules or a model, named, compared with what is believed, written."""
