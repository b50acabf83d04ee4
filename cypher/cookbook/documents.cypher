// What was read? Each document with how many passages it has.
// $space: STRING  the tenant
// -> title: STRING  of the document
// -> source: STRING  where it was read
// -> passages: INTEGER  how many it has
MATCH (document:Clew {space: $space, kind: 'Document'}) USING INDEX SEEK document:Clew(space, kind)
MATCH (document)-[:HAS_PASSAGE]->(passage:Passage)
RETURN document.title AS title, document.source AS source, count(passage) AS passages
ORDER BY title
