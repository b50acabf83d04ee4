// How many nodes of the store have a vector, or shall have one, from a space on.
// $space: STRING  the first tenant that counts
// $after: STRING  its nodes count whose id comes after that
// -> nodes: INTEGER  their number
MATCH (node:Clew)
WHERE node.embedding IS NOT NULL AND (node.space > $space OR node.space = $space AND node.id > $after)
RETURN count(node) AS nodes
