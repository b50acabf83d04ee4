// A page of a space's nodes, in the order of their ids, for files that `neo4j-admin database import` reads.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  nodes in a page
// $instants: LIST<STRING>  names of the properties that are instants: as texts they travel ten times as fast
// -> id: STRING  the node's
// -> element: STRING  the node's, unique in the database
// -> values: LIST<LIST<ANY>>  name and value of each other property
// -> instants: LIST<LIST<STRING>>  name and text of each instant
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > $after
WITH node ORDER BY node.space, node.id LIMIT $limit // as the index has them: else each page would sort all that follows
RETURN node.id AS id, elementId(node) AS element,
  [name IN keys(node) WHERE NOT name IN $instants | [name, node[name]]] AS values,
  [name IN keys(node) WHERE name IN $instants | [name, toString(node[name])]] AS instants
