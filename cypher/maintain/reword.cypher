// Gives nodes other texts, each with its vector.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id, text and vector of each
// -> nothing
UNWIND $rows AS row
MATCH (node:Clew {space: $space, id: row.id}) USING INDEX SEEK node:Clew(space, id)
SET node.text = row.text, node.search_text = row.text, node.embedding = row.vector
