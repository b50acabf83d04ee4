// All relationships of a space, as pairs of memories.
// $space: STRING  the tenant
// -> source: STRING  id of the memory that it leaves
// -> type: STRING  of the relationship
// -> target: STRING  id of the memory that it enters
MATCH (source:Clew)-[link]->(target:Clew) USING INDEX SEEK source:Clew(space, kind)
WHERE source.space = $space AND source.kind > ''
RETURN source.id AS source, type(link) AS type, target.id AS target
ORDER BY source, type, target
