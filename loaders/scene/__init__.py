"""Writes what a robot knows of places: areas, objects, where each was seen, and which sightings are at hand."""
