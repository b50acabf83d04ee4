// Returns what is stored of some documents; no row for a document that is not there.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the documents
// -> id: STRING  the document
// -> title: STRING  its title
// -> subject: STRING  normalised name of what it is about, or empty
// -> digest: STRING  of its title and text; empty while passages are missing
// -> first: STRING  id of its first passage; null where it has none
// -> forgotten: LIST<STRING>  notes of passages that were forgotten for good; of older versions their ids
// -> passages: LIST<STRING>  ids of its passages, sorted
UNWIND $ids AS id
MATCH (document:Clew {space: $space, id: id}) USING INDEX SEEK document:Clew(space, id)
RETURN id, document.title AS title, document.subject AS subject, document.digest AS digest, document.forgotten AS forgotten, COLLECT {
  MATCH (document)-[:HAS_PASSAGE]->(passage:Clew {position: 0})
  RETURN passage.id
}[0] AS first, COLLECT {
  MATCH (document)-[:HAS_PASSAGE]->(passage:Clew)
  RETURN passage.id ORDER BY passage.id
} AS passages
