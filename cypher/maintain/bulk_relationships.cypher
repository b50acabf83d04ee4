// The relationships that leave the nodes of a page.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $last: STRING  the last id of this page
// $instants: LIST<STRING>  names of the properties that are instants
// -> type: STRING  the relationship's
// -> source: STRING  element of a node
// -> target: STRING  element of a node
// -> values: LIST<LIST<ANY>>  name and value of each property that is no instant
// -> instants: LIST<LIST<STRING>>  name and text of each instant
MATCH (source:Clew) USING INDEX SEEK source:Clew(space, id)
WHERE source.space = $space AND source.id > $after AND source.id <= $last
MATCH (source)-[link]->(target:Clew)
WHERE target.space = $space
RETURN type(link) AS type, elementId(source) AS source, elementId(target) AS target,
  [name IN keys(link) WHERE NOT name IN $instants | [name, link[name]]] AS values,
  [name IN keys(link) WHERE name IN $instants | [name, toString(link[name])]] AS instants
