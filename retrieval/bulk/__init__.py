"""Spaces into files for `neo4j-admin database import`."""
