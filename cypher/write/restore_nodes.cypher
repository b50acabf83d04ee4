// Writes exported nodes; one that is there already stays as it is.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id, kind and properties of each
// -> nothing
UNWIND $rows AS row
MERGE (node:Clew {space: $space, id: row.id})
ON CREATE SET node:$(row.kind), node += row.properties, node.space = $space
