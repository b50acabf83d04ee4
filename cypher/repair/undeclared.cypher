// Nodes in a space that are of no declared kind, or whose label is another than their kind.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of all kinds
// -> id: STRING  of each
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id >= ''
  AND (node.kind IS NULL OR NOT node.kind IN $kinds OR NOT node.kind IN labels(node))
RETURN node.id AS id ORDER BY id
