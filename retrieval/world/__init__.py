"""Answers from a world's memory: by meaning and association, and about places."""
