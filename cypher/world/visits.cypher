// When each of some places was last seen by who stood in it.
// $space: STRING  the tenant
// $names: LIST<STRING>  places, normalised
// $player: STRING  who that is
// $at: ZONED DATETIME  until when
// -> place: STRING  as it was asked for; those that nobody has been in are left out
// -> left: ZONED DATETIME  when the player left it; the open end where they are still there
UNWIND $names AS name
MATCH (given:Clew {space: $space, id: 'entity:' + name}) USING INDEX SEEK given:Clew(space, id)
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH name, coalesce(meant, given) AS place
MATCH (place)<-[:OBJECT]-(stood:Triplet)-[:SUBJECT]->(:Entity {name: $player})
WHERE stood.slot = 'place' AND stood.created_at <= $at
RETURN name AS place, max(stood.expired_at) AS left ORDER BY place
