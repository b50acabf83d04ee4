// How many nodes of a space have a vector.
// $space: STRING  the tenant
// $after: STRING  only nodes count whose id comes after that; empty for all
// -> nodes: INTEGER  their number
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > $after AND node.embedding IS NOT NULL
RETURN count(node) AS nodes
