"""Adapters that plug memory into agents and their frameworks."""
