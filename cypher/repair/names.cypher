// A page of names: topics, people and things, namespaces.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of names
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  names of a page
// -> id: STRING  of each
// -> name: STRING  its name; empty where it has none
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > $after AND node.kind IN $kinds
RETURN node.id AS id, coalesce(node['name'], '') AS name ORDER BY id LIMIT $limit
