// Memories that search looks for and that have no vector.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of what has one always
// -> id: STRING  of each
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind IN $kinds AND node.embedding IS NULL AND trim(node.text) <> ''
RETURN node.id AS id ORDER BY id
