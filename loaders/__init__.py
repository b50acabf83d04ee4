"""Sources into the graph: each kind of memory has its write half here."""
