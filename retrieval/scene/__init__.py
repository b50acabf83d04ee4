"""Reads what memory knows of places: what is where, was where, and how one walks there."""
