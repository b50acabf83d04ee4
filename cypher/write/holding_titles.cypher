// The texts that full text finds for titles, and that are not joined to them yet.
// $space: STRING  the tenant
// $rows: LIST<MAP>  title (normalised) and words (the full-text query) of each
// $kinds: LIST<STRING>  labels of what may be joined to them
// $most: INTEGER  texts looked at per title
// -> title: STRING  the title
// -> texts: LIST<LIST<STRING>>  id and text of each
UNWIND $rows AS row
MATCH (entity:Clew {space: $space, id: 'entity:' + row.title}) USING INDEX SEEK entity:Clew(space, id)
CALL (entity, row) {
  CALL db.index.fulltext.queryNodes('clew_text', row.words, {limit: $most}) YIELD node
  WHERE node.space = $space AND node.kind IN $kinds AND NOT EXISTS { (node)-[:MENTIONS]->(entity) }
  RETURN collect([node.id, node.text]) AS texts
}
RETURN row.title AS title, texts
