// Opens a subgoal of a run, and gives the one before it a summary. Where the run was changed since it was read, it
// writes nothing. It takes the lock of the space's one writer first.
// $space: STRING  the tenant
// $run: STRING  the run
// $number: INTEGER  of the subgoal, from 1
// $text: STRING  the subgoal
// $before: INTEGER  number of the subgoal before it; 0 where there is none
// $summary: MAP  text, met (or null) and author of the summary of that one; null where it gets none
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
  CREATE (subgoal:Clew:Subgoal {space: $space, id: 'subgoal:' + $run + '/' + $number})
  SET subgoal.kind = 'Subgoal', subgoal.number = $number, subgoal.text = $text, subgoal.retrieved = [], subgoal.created_at = $now,
    run.revision = $next
  CREATE (run)-[:HAS_SUBGOAL {created_at: $now, expired_at: $forever}]->(subgoal)
  WITH subgoal
  MATCH (before:Clew {space: $space, id: 'subgoal:' + $run + '/' + $before}) USING INDEX SEEK before:Clew(space, id)
  CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(subgoal)
  WITH before
  WHERE $summary IS NOT NULL
  CREATE (summary:Clew:Summary {space: $space, id: 'summary:' + $run + '/' + $before})
  SET summary.kind = 'Summary', summary.text = $summary.text, summary.met = $summary.met, summary.extractor = $summary.author,
    summary.created_at = $now
  CREATE (before)-[:HAS_SUMMARY {created_at: $now, expired_at: $forever}]->(summary)
  WITH before, summary
  MATCH (before)-[:HAS_STEP]->(step)
  CREATE (summary)-[:SUMMARISES {claim: summary.id, created_at: $now, expired_at: $forever}]->(step)
}
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  run.revision AS revision, fits AS written
