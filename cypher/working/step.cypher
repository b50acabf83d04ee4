// Appends a step to the open subgoal of a run. Where the run was changed since it was read, it writes nothing. It
// takes the lock of the space's one writer first.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $run: STRING  the run
// $subgoal: INTEGER  number of the open subgoal
// $step: INTEGER  the step's place in the run, from 0
// $episode: MAP  properties of the step
// $revision: STRING  token of the change that was read
// $next: STRING  token of this change
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> closed: BOOLEAN  whether the space, or much of it, is being forgotten
// -> encoder: STRING  whose vectors the store holds by now
// -> revision: STRING  token of the run's last change, this one where it was written; null where the run is gone
// -> written: BOOLEAN  whether this was the first time that it was done
OPTIONAL MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.text = $space // the lock
SET space.locked_at = CASE WHEN space.locked_at >= $now THEN space.locked_at + duration({microseconds: 1}) ELSE $now END
WITH space
OPTIONAL MATCH (run:Clew {space: $space, id: 'run:' + $run}) USING INDEX SEEK run:Clew(space, id)
WITH space, run, coalesce(run.revision = $revision, false) AS fits
CALL (space, run, fits) {
  UNWIND CASE WHEN fits THEN [1] ELSE [] END AS once
  MATCH (session:Clew {space: $space, id: 'session:' + $run}) USING INDEX SEEK session:Clew(space, id)
  MATCH (subgoal:Clew {space: $space, id: 'subgoal:' + $run + '/' + $subgoal}) USING INDEX SEEK subgoal:Clew(space, id)
  SET run.revision = $next, session.length = $step + 1, space.texts = space.texts + 1
  CREATE (step:Clew:Episode {space: $space, id: 'episode:' + $run + '/' + $step})
  SET step += $episode, step.kind = 'Episode', step.space_key = $space_key, step.session = $run, step.position = $step,
    step.at = $now, step.valid_from = $now, step.valid_to = $forever, step.created_at = $now, step.expired_at = $forever,
    step.consolidated_at = $now
  CREATE (session)-[:HAS_EPISODE {created_at: $now, expired_at: $forever}]->(step)
  CREATE (subgoal)-[:HAS_STEP {created_at: $now, expired_at: $forever}]->(step)
  WITH step
  MATCH (before:Clew) USING INDEX SEEK before:Clew(space, session, position)
  WHERE before.space = $space AND before.session = $run AND before.position < $step
  WITH step, before ORDER BY before.space DESC, before.session DESC, before.position DESC LIMIT 1 // as the index is ordered
  CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(step)
}
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  run.revision AS revision, fits AS written
