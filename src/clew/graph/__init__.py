"""The Neo4j graph: driver, statements, rows, schema, spaces and the store that holds them."""
