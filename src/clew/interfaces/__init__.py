"""Ways to reach memory: command line, MCP server, pages, Bloom, Neo4j Browser, object-graph mapping, analytics."""
