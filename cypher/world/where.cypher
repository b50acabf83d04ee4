// What a thing is in or on, and what that is in, up to the place where it stands: where the player has been, it ends.
// $space: STRING  the tenant
// $name: STRING  the thing, normalised
// $player: STRING  who that is
// $at: ZONED DATETIME  when
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// -> chain: LIST<STRING>  names, the nearest first
MATCH (given:Clew {space: $space, id: 'entity:' + $name}) USING INDEX SEEK given:Clew(space, id)
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH coalesce(meant, given) AS thing
MATCH (thing) (
  (inner)<-[:SUBJECT]-(lies:Triplet WHERE lies.slot = 'place' AND lies.predicate <> 'is' AND (lies.created_at <= $at AND lies.expired_at > $at AND NOT lies.id IN $doubted OR lies.id IN $believed))-[:OBJECT]->(outer)
  WHERE NOT EXISTS {
    MATCH (inner)<-[:OBJECT]-(stood:Triplet)-[:SUBJECT]->(:Entity {name: $player})
    WHERE stood.slot = 'place' AND stood.created_at <= $at
  }
){1,10}
RETURN [each IN outer | each.name] AS chain
ORDER BY size(chain) DESC LIMIT 1
