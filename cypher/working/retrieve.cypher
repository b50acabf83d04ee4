// Notes which earlier subgoals are shown again while one is open. Where the run was changed since it was read, it
// writes nothing. It takes the lock of the space's one writer first.
// $space: STRING  the tenant
// $run: STRING  the run
// $subgoal: INTEGER  number of the open subgoal
// $retrieved: LIST<INTEGER>  numbers of all that were asked for meanwhile
// $revision: STRING  token of the change that was read
// $next: STRING  token of this change
// $now: ZONED DATETIME  the present instant
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
CALL (run, fits) {
  UNWIND CASE WHEN fits THEN [1] ELSE [] END AS once
  MATCH (subgoal:Clew {space: $space, id: 'subgoal:' + $run + '/' + $subgoal}) USING INDEX SEEK subgoal:Clew(space, id)
  SET subgoal.retrieved = $retrieved, run.revision = $next
}
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  run.revision AS revision, fits AS written
