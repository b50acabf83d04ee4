// Removes everything of a space.
// $space: STRING  the tenant
// -> removed: LIST<LIST<STRING>>  id and kind of each removed node
// -> relations: INTEGER  removed with them
MATCH (node:Clew)
WHERE node.space = $space
WITH collect(node) AS doomed, sum(COUNT { (node)-->() }) AS relations
WITH doomed, relations, [node IN doomed | [node.id, node.kind]] AS removed
FOREACH (node IN doomed | DETACH DELETE node)
RETURN removed, relations
