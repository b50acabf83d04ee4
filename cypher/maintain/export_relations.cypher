// The relations that leave some nodes.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes
// -> type: STRING  the relation's
// -> source: STRING  id
// -> target: STRING  id
// -> properties: MAP  all of the relation's properties
UNWIND $ids AS id
MATCH (source:Clew {space: $space, id: id})-[relation]->(target:Clew) USING INDEX SEEK source:Clew(space, id)
WHERE target.space = $space
RETURN type(relation) AS type, source.id AS source, target.id AS target, properties(relation) AS properties
ORDER BY source, type, target
