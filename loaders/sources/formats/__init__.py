"""A module per format of conversations; each has `transcripts(path)`, which yields nothing until all is good."""
