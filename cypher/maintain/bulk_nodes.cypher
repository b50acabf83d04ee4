// A page of a space's nodes, in the order of their ids, for files that `neo4j-admin database import` reads.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  nodes in a page
// -> element: STRING  the node's, unique in the database
// -> properties: MAP  all of a node's properties
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > $after
RETURN elementId(node) AS element, properties(node) AS properties
ORDER BY node.space, node.id LIMIT $limit // as the index has them: else each page would sort all that follows
