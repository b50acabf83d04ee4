// The documents that were read, by id.
// $space: STRING  the tenant
// $after: STRING  id of the last one before these; empty for the first ones
// $limit: INTEGER  how many are returned at most
// -> id: STRING
// -> title: STRING
// -> passages: INTEGER  how many it has
MATCH (document:Clew) USING INDEX SEEK document:Clew(space, kind)
WHERE document.space = $space AND document.kind = 'Document' AND document.id > $after
WITH document ORDER BY document.id LIMIT $limit
RETURN document.id AS id, document.title AS title, COUNT { (document)-[:HAS_PASSAGE]->() } AS passages
ORDER BY id
