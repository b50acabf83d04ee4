// Appends a step to a trial that goes on, and joins it to the learnings that it used. Where the trial has ended, or has
// another length, it writes nothing; no row where there is no such trial. To be called with the lock of the space.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $trial: STRING  its name
// $place: INTEGER  the step's place in the trial, from 0
// $episode: MAP  properties of the step
// $used: LIST<STRING>  ids of the learnings that it used
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> length: INTEGER  steps that the trial had before
// -> ended: BOOLEAN  whether it had ended
// -> stored: STRING  text of the step that stood at that place before; null where none did
MATCH (trial:Clew {space: $space, id: 'trial:' + $trial}) USING INDEX SEEK trial:Clew(space, id)
MATCH (session:Clew {space: $space, id: 'session:' + $trial}) USING INDEX SEEK session:Clew(space, id)
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
OPTIONAL MATCH (old:Clew {space: $space, session: $trial, position: $place}) USING INDEX SEEK old:Clew(space, session, position)
WITH trial, session, space, session.length AS length, trial['score'] IS NOT NULL AS ended, old.text AS stored
CALL (trial, session, space, length, ended) {
  UNWIND CASE WHEN length = $place AND NOT ended THEN [1] ELSE [] END AS once
  SET session.length = $place + 1, space.texts = space.texts + 1
  CREATE (step:Clew:Episode {space: $space, id: 'episode:' + $trial + '/' + $place})
  SET step += $episode, step.kind = 'Episode', step.space_key = $space_key, step.session = $trial, step.position = $place,
    step.at = $now, step.valid_from = $now, step.valid_to = $forever, step.created_at = $now, step.expired_at = $forever,
    step.consolidated_at = $now
  CREATE (session)-[:HAS_EPISODE {created_at: $now, expired_at: $forever}]->(step)
  CREATE (trial)-[:HAS_STEP {created_at: $now, expired_at: $forever}]->(step)
  WITH step
  CALL (step) {
    UNWIND $used AS id
    MATCH (learning:Clew {space: $space, id: id}) USING INDEX SEEK learning:Clew(space, id)
    CREATE (step)-[:USED {created_at: $now, expired_at: $forever}]->(learning)
  }
  MATCH (before:Clew) USING INDEX SEEK before:Clew(space, session, position)
  WHERE before.space = $space AND before.session = $trial AND before.position < $place
  WITH step, before ORDER BY before.space DESC, before.session DESC, before.position DESC LIMIT 1 // as the index is ordered
  CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(step)
}
RETURN length, ended, stored
