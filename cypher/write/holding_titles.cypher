// Finds texts that full text search returns for titles and that are not joined to these yet; one row for each pair.
// $space: STRING  the tenant
// $rows: LIST<MAP>  title (normalised) and words (the full-text query) of each
// $kinds: LIST<STRING>  labels of what may be joined to them
// $most: INTEGER  texts looked at per title
// -> title: STRING  the title
// -> id: STRING  a text that may hold it
// -> text: STRING  what that says
UNWIND $rows AS row
MATCH (entity:Clew {space: $space, id: 'entity:' + row.title}) USING INDEX SEEK entity:Clew(space, id)
CALL (entity, row) {
  CALL db.index.fulltext.queryNodes('clew_text', row.words, {limit: $most}) YIELD node
  WHERE node.space = $space AND node.kind IN $kinds AND NOT EXISTS { (node)-[:MENTIONS]->(entity) }
  RETURN node.id AS id, node.text AS text
}
RETURN row.title AS title, id, text
