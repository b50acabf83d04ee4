// The documents of a space that come from a place.
// $space: STRING  the tenant
// $source: STRING  a file, or a folder, or a title; empty for all
// -> id: STRING  the document
// -> source: STRING  where it was read from
// -> title: STRING  its title
// -> passages: LIST<STRING>  ids of its passages
MATCH (document:Clew)
WHERE document.space = $space AND document.kind = 'Document'
  AND ($source IN ['', document.source, document.title]
       OR document.source STARTS WITH $source + '/' OR document.source STARTS WITH $source + '#')
RETURN document.id AS id, document.source AS source, document.title AS title, COLLECT {
  MATCH (document)-[:HAS_PASSAGE]->(passage:Clew)
  RETURN passage.id
} AS passages
ORDER BY source
