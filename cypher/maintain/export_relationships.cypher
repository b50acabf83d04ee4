// The relationships that leave some nodes.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes
// -> type: STRING  the relationship's
// -> source: STRING  id
// -> target: STRING  id
// -> properties: MAP  all of the relationship's properties
UNWIND $ids AS id
MATCH (source:Clew {space: $space, id: id})-[link]->(target:Clew) USING INDEX SEEK source:Clew(space, id)
WHERE target.space = $space
RETURN type(link) AS type, source.id AS source, target.id AS target, properties(link) AS properties
ORDER BY source, type, target
