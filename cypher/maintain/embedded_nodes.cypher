// A page of what is embedded in a space, in the order of the ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  nodes in a page
// -> node: MAP  its properties but for its vector
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > $after AND node.embedding IS NOT NULL
RETURN node {.*, embedding: NULL} AS node
ORDER BY node.id LIMIT $limit
