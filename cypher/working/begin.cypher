// Begins a run: its session, and what shall be reached. Where a session has the name it writes nothing. It takes the
// lock of the space's one writer first.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $run: STRING  its name, which its session has too
// $goal: STRING  what shall be reached
// $observation: STRING  what is seen before the first step; may be empty
// $revision: STRING  token of this change
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> closed: BOOLEAN  whether the space, or much of it, is being forgotten
// -> encoder: STRING  whose vectors the store holds by now
// -> revision: STRING  token of the run's last change, this one where it was written; null where the name is a session's
// -> written: BOOLEAN  whether this was the first time that it was done
MERGE (space:Clew {space: $space, id: 'space'})
ON CREATE SET space:Space, space.kind = 'Space', space.text = $space, space.speakers = [], space.aliases = [], space.given_aliases = [],
  space.texts = 0, space.closed = false,
  space.created_at = $now
SET space.text = $space // the lock
SET space.locked_at = CASE WHEN space.locked_at >= $now THEN space.locked_at + duration({microseconds: 1}) ELSE $now END
WITH space
OPTIONAL MATCH (taken:Clew {space: $space, id: 'session:' + $run}) USING INDEX SEEK taken:Clew(space, id)
WITH space, taken IS NULL AS is_free
CALL (is_free) {
  UNWIND CASE WHEN is_free THEN [1] ELSE [] END AS free
  CREATE (session:Clew:Session {space: $space, id: 'session:' + $run})
  SET session.kind = 'Session', session.space_key = $space_key, session.text = $run, session.at = $now, session.speakers = [],
    session.addressed = [], session.session_text = '', session.pending = false, session.length = 0, session.created_at = $now
  CREATE (run:Clew:Run {space: $space, id: 'run:' + $run})
  SET run.kind = 'Run', run.space_key = $space_key, run.text = $goal, run.goal = $goal, run.observation = $observation,
    run.search_text = '', run.at = $now, run.revision = $revision,
    run.created_at = $now, run.valid_from = $now, run.valid_to = $now, run.expired_at = $now // it holds from its end on
  CREATE (session)-[:HAS_RUN {created_at: $now, expired_at: $forever}]->(run)
}
OPTIONAL MATCH (run:Clew {space: $space, id: 'run:' + $run}) USING INDEX SEEK run:Clew(space, id)
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  run.revision AS revision, is_free AS written
