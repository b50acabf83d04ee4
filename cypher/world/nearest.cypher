// Some places, the nearest first: by the moves that each is away, over moves that were made, their ways back, and no locked door.
// $space: STRING  the tenant
// $start: STRING  a place, normalised
// $goals: LIST<STRING>  places, normalised; null for all that lie on a way
// $at: ZONED DATETIME  when
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// -> goal: STRING  a place, as it was asked for; those without a way are left out, and so is the start
CYPHER 25
MATCH (given:Clew {space: $space, id: 'entity:' + $start}) USING INDEX SEEK given:Clew(space, id)
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH coalesce(meant, given) AS first
CALL () {
  MATCH (locked:Clew {space: $space, id: 'entity:locked'})<-[:OBJECT]-(state:Triplet)-[:SUBJECT]->()<-[:OBJECT]-(door:Triplet) USING INDEX SEEK locked:Clew(space, id)
  MATCH (door)-[:SUBJECT]->()<-[:OBJECT]-(way:Triplet)
  WHERE door.direction = way.direction
    AND (door.created_at <= $at AND door.expired_at > $at AND NOT door.id IN $doubted OR door.id IN $believed) AND (state.created_at <= $at AND state.expired_at > $at AND NOT state.id IN $doubted OR state.id IN $believed)
  RETURN collect(way) AS barred // asked on the way instead, a search in vain would try every path
}
CALL () {
  UNWIND CASE WHEN $goals IS NULL THEN ['Triplet'] ELSE [] END AS kind // else none is looked at
  MATCH (way:Clew {space: $space, kind: kind})-[:SUBJECT]->(place) USING INDEX SEEK way:Clew(space, kind)
  WHERE way.made IS NOT NULL AND (way.created_at <= $at AND way.expired_at > $at AND NOT way.id IN $doubted OR way.id IN $believed)
  RETURN place.name AS goal
  UNION
  UNWIND $goals AS goal
  RETURN goal
}
MATCH (named:Clew {space: $space, id: 'entity:' + goal}) USING INDEX SEEK named:Clew(space, id)
OPTIONAL MATCH (named)-[:SAME_AS]->(other:Entity)
WITH first, barred, goal, coalesce(other, named) AS last
WHERE last <> first
MATCH SHORTEST 1 (first) (
  (from)<-[:OBJECT]-(way:Triplet WHERE way.made IS NOT NULL AND (way.created_at <= $at AND way.expired_at > $at AND NOT way.id IN $doubted OR way.id IN $believed)
    AND NOT way IN barred)-[:SUBJECT]->(to)
)+ (last)
RETURN goal ORDER BY size(way), goal
