"""The learnings of a task in a place as one page: scores by trial, and the lineage of every learning."""
