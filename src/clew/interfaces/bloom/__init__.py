"""A perspective for Neo4j Bloom and Explore, made of what is declared: every kind, relationship and index of memory."""
