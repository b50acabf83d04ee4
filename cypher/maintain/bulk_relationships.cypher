// The relationships that leave the nodes of a page.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $last: STRING  the last id of this page
// -> type: STRING  the relationship's
// -> source: STRING  element of a node
// -> target: STRING  element of a node
// -> properties: MAP  all of the relationship's properties
MATCH (source:Clew) USING INDEX SEEK source:Clew(space, id)
WHERE source.space = $space AND source.id > $after AND source.id <= $last
MATCH (source)-[link]->(target:Clew)
WHERE target.space = $space
RETURN type(link) AS type, elementId(source) AS source, elementId(target) AS target, properties(link) AS properties
