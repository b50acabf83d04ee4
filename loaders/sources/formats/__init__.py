"""A module per source format; each has `transcripts(path)`, which yields nothing until all is good."""
