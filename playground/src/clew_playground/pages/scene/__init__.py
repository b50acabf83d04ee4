"""The page of a run in a house."""
