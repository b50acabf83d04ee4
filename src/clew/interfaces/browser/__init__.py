"""Neo4j Browser on the managed server: served to this machine only, while it is wanted, in Clew's colours."""
