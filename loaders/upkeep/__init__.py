"""Upkeep: forget, restore and re-embed what the graph holds."""
