// Gives nodes new vectors.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id and embedding of each
// -> nothing
UNWIND $rows AS row
MATCH (node:Clew {space: $space, id: row.id}) USING INDEX SEEK node:Clew(space, id)
SET node.embedding = row.embedding
