// A page of what is embedded in a space, in the order of the ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  nodes in a page
// -> id: STRING  the node
// -> text: STRING  what its vector is made of
MATCH (node:Clew)
WHERE node.space = $space AND node.id > $after AND node.embedding IS NOT NULL
RETURN node.id AS id, CASE node.kind WHEN 'Passage' THEN node.title + '\n' ELSE '' END + node.text AS text
ORDER BY id LIMIT $limit
