// Retracts a turn: it is kept with the reason, without a place in its session, and its neighbours are joined.
// $space: STRING  the tenant
// $id: STRING  of the turn
// $why: STRING  the reason; may be empty
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
MATCH (turn:Clew {space: $space, id: $id})<-[has:HAS_EPISODE]-(session:Clew) USING INDEX SEEK turn:Clew(space, id)
SET turn.retracted_why = $why, turn.retracted_at = $now, turn.expired_at = $now, turn.was_at = turn.position, turn.position = NULL
CREATE (session)-[:HAD_EPISODE {created_at: $now, expired_at: $forever}]->(turn)
DELETE has
WITH turn
CALL (turn) {
  MATCH (before:Clew)-[:NEXT]->(turn)-[:NEXT]->(after:Clew)
  CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(after)
}
CALL (turn) {
  MATCH (turn)-[next:NEXT]-()
  DELETE next
}
MATCH (turn)-[:HAS_PART]->(part:Clew)
SET part.expired_at = $now
