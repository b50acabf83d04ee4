// Ends a run: from now on it holds, and search finds it. Where the run was changed since it was read, it writes
// nothing. It takes the lock of the space's one writer first.
// $space: STRING  the tenant
// $run: STRING  the run
// $ended: MAP  text, search_text, embedding, outcome and met (or null)
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
CALL (run, fits) {
  UNWIND CASE WHEN fits THEN [1] ELSE [] END AS once
  SET run += $ended, run.revision = $next, run.ended_at = $now,
    run.valid_from = $now, run.valid_to = $forever, run.expired_at = $forever
}
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  run.revision AS revision, fits AS written
