// Removes a page of a space's nodes with all their relations; everything, where it fits. The space's own node goes last.
// $space: STRING  the tenant
// $limit: INTEGER  nodes in a page
// -> removed: LIST<LIST<STRING>>  id and kind of each removed node
// -> relations: INTEGER  removed with them
MATCH (node:Clew)
WHERE node.space = $space
WITH node ORDER BY node.id = 'space', node.id LIMIT $limit
WITH collect(node) AS doomed
CALL (doomed) {
  UNWIND doomed AS node
  OPTIONAL MATCH (node)-[relation]-()
  RETURN count(DISTINCT relation) AS relations
}
WITH doomed, relations, [node IN doomed | [node.id, node.kind]] AS removed
FOREACH (node IN doomed | DETACH DELETE node)
RETURN removed, relations
