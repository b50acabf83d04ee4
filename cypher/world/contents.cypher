// What is in or on something, at any depth.
// $space: STRING  the tenant
// $name: STRING  the place or container, normalised
// $at: ZONED DATETIME  when
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// -> name: STRING  of each thing
// -> holder: STRING  what it is in or on directly
MATCH (given:Clew {space: $space, id: 'entity:' + $name}) USING INDEX SEEK given:Clew(space, id)
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH coalesce(meant, given) AS container
MATCH (container) ((outer)<-[:OBJECT]-(lies:Triplet WHERE lies.slot = 'place' AND lies.predicate <> 'is' AND (lies.created_at <= $at AND lies.expired_at > $at AND NOT lies.id IN $doubted OR lies.id IN $believed))-[:SUBJECT]->(inner)){1,10}
RETURN DISTINCT inner[-1].name AS name, outer[-1].name AS holder ORDER BY name, holder
