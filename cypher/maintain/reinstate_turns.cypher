// Gives turns that hold again, because their correction is forgotten or their retraction taken back, their places between their
// neighbours.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of what holds again, turns among them
// $again: BOOLEAN  whether they are consolidated again
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of each turn
// -> session: STRING  its session's name
// -> relationships: INTEGER  how many more there are
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id})<-[had:HAD_EPISODE]-(session:Clew) USING INDEX SEEK turn:Clew(space, id)
SET turn.position = turn.was_at, turn.was_at = NULL,
  turn.consolidated_at = CASE WHEN $again THEN NULL ELSE turn.consolidated_at END, session.pending = session.pending OR turn.consolidated_at IS NULL,
  session.session_text = coalesce(nullIf(session.session_text, ''), ' ') // it keeps words again
CREATE (session)-[:HAS_EPISODE {created_at: $now, expired_at: $forever}]->(turn)
DELETE had
WITH turn, session
CALL (turn) {
  MATCH (turn)-[:HAS_PART]->(part:Clew)
  SET part.expired_at = $forever
}
CALL (turn) {
  MATCH (near:Clew) USING INDEX SEEK near:Clew(space, session, position)
  WHERE near.space = $space AND near.session = turn.session AND near.position < turn.position
  WITH turn, near ORDER BY near.position DESC LIMIT 1
  OPTIONAL MATCH (near)-[over:NEXT]->()
  CREATE (near)-[:NEXT {created_at: $now, expired_at: $forever}]->(turn)
  DELETE over
  RETURN count(near) - count(over) AS before
}
CALL (turn) {
  MATCH (near:Clew) USING INDEX SEEK near:Clew(space, session, position)
  WHERE near.space = $space AND near.session = turn.session AND near.position > turn.position
  WITH turn, near ORDER BY near.position LIMIT 1
  CREATE (turn)-[:NEXT {created_at: $now, expired_at: $forever}]->(near)
  RETURN count(*) AS after
}
RETURN turn.id AS id, session.text AS session, before + after AS relationships
