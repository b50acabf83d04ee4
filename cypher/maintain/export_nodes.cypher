// A page of a space's nodes, in the order of their ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  nodes in a page
// -> properties: MAP  all of a node's properties
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > $after
RETURN properties(node) AS properties
ORDER BY node.id LIMIT $limit
