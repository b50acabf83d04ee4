// The shortest way between two places over moves that were made, their ways back, and no locked door.
// $space: STRING  the tenant
// $start: STRING  a place, normalised
// $goal: STRING  a place, normalised
// $at: ZONED DATETIME  when
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// -> moves: LIST<MAP{direction: STRING, place: STRING, door: STRING, closed: BOOLEAN, predicate: STRING}>  none from a place to itself; of each the direction, the name of where it leads, or the action that led there; the place it leads to; the door on the way that is closed, or null; whether the way is closed by a door without a name; and the predicate of the move
CYPHER 25
MATCH (first:Clew {space: $space, id: 'entity:' + $start}) USING INDEX SEEK first:Clew(space, id)
MATCH (last:Clew {space: $space, id: 'entity:' + $goal}) USING INDEX SEEK last:Clew(space, id)
OPTIONAL MATCH (first)-[:SAME_AS]->(one:Entity)
OPTIONAL MATCH (last)-[:SAME_AS]->(other:Entity)
WITH coalesce(one, first) AS first, coalesce(other, last) AS last
CALL () {
  MATCH (locked:Clew {space: $space, id: 'entity:locked'})<-[:OBJECT]-(state:Triplet)-[:SUBJECT]->()<-[:OBJECT]-(door:Triplet) USING INDEX SEEK locked:Clew(space, id)
  MATCH (door)-[:SUBJECT]->()<-[:OBJECT]-(way:Triplet)
  WHERE door.direction = way.direction
    AND (door.created_at <= $at AND door.expired_at > $at AND NOT door.id IN $doubted OR door.id IN $believed) AND (state.created_at <= $at AND state.expired_at > $at AND NOT state.id IN $doubted OR state.id IN $believed)
  RETURN collect(way) AS barred // asked on the way instead, a search in vain would try every path
}
MATCH SHORTEST 1 (first) (
  (from)<-[:OBJECT]-(way:Triplet WHERE way.made IS NOT NULL AND (way.created_at <= $at AND way.expired_at > $at AND NOT way.id IN $doubted OR way.id IN $believed)
    AND NOT way IN barred)-[:SUBJECT]->(to)
)* (last)
CALL (from, way, to) {
  UNWIND range(0, size(way) - 1) AS number
  WITH number, from[number] AS place, way[number] AS move, to[number] AS next
  OPTIONAL MATCH (place)<-[:SUBJECT]-(leads:Triplet)-[:OBJECT]->(door)<-[:SUBJECT]-(state:Triplet)-[:OBJECT]->(:Entity {name: 'closed'})
  WHERE leads.direction = move.direction
    AND (leads.created_at <= $at AND leads.expired_at > $at AND NOT leads.id IN $doubted OR leads.id IN $believed) AND (state.created_at <= $at AND state.expired_at > $at AND NOT state.id IN $doubted OR state.id IN $believed)
  WITH number, place, move, next, head(collect(door.name)) AS door ORDER BY number
  RETURN collect({direction: move.direction, place: next.name, door: door, closed: EXISTS {
    MATCH (place)<-[:SUBJECT]-(shut:Triplet)
    WHERE shut.predicate = 'is closed to' AND shut.direction = move.direction AND (shut.created_at <= $at AND shut.expired_at > $at AND NOT shut.id IN $doubted OR shut.id IN $believed)
  }, predicate: move.predicate}) AS moves
}
RETURN moves
