// Writes exported relations; one that is there already stays as it is.
// $space: STRING  the tenant
// $rows: LIST<MAP>  type, source, target and properties of each
// -> nothing
UNWIND $rows AS row
MATCH (source:Clew {space: $space, id: row.source})
MATCH (target:Clew {space: $space, id: row.target})
MERGE (source)-[relation:$(row.type)]->(target)
ON CREATE SET relation += row.properties
