// Begins a trial: its session, and the trial of a task in an environment. Where one of these is missing, or a session has
// the name, it writes nothing. To be called with the lock of the space.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $trial: STRING  its name, which its session has too
// $task: STRING  name of the task
// $environment: STRING  name of the environment
// $revision: STRING  token of this change
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> has_task: BOOLEAN  whether there is such a task
// -> has_environment: BOOLEAN  whether there is such an environment
// -> is_free: BOOLEAN  whether no session has the name, or this very change made it
// -> number: INTEGER  of the trial, among those of the task in the environment
OPTIONAL MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
OPTIONAL MATCH (environment:Clew {space: $space, id: 'environment:' + $environment}) USING INDEX SEEK environment:Clew(space, id)
OPTIONAL MATCH (session:Clew {space: $space, id: 'session:' + $trial}) USING INDEX SEEK session:Clew(space, id)
OPTIONAL MATCH (same:Clew {space: $space, id: 'trial:' + $trial}) USING INDEX SEEK same:Clew(space, id)
WITH task, environment, session IS NULL AS is_free, coalesce(same.revision = $revision, false) AS is_written,
  1 + coalesce(COLLECT { MATCH (task)<-[:OF_TASK]-(other:Trial)-[:IN_ENVIRONMENT]->(environment) RETURN max(other.number) }[0], 0) AS next,
  same
CALL (task, environment, is_free, next) {
  UNWIND CASE WHEN is_free AND task IS NOT NULL AND environment IS NOT NULL THEN [1] ELSE [] END AS once
  CREATE (session:Clew:Session {space: $space, id: 'session:' + $trial})
  SET session.kind = 'Session', session.space_key = $space_key, session.text = $trial, session.at = $now, session.speakers = [],
    session.addressed = [], session.session_text = '', session.pending = false, session.length = 0, session.created_at = $now
  CREATE (trial:Clew:Trial {space: $space, id: 'trial:' + $trial})
  SET trial.kind = 'Trial', trial.text = 'Trial ' + next + ' of ' + $task + ' in ' + $environment, trial.number = next,
    trial.at = $now, trial.revision = $revision, trial.created_at = $now
  CREATE (session)-[:HAS_TRIAL {created_at: $now, expired_at: $forever}]->(trial)
  CREATE (trial)-[:OF_TASK {created_at: $now, expired_at: $forever}]->(task)
  CREATE (trial)-[:IN_ENVIRONMENT {created_at: $now, expired_at: $forever}]->(environment)
}
RETURN task IS NOT NULL AS has_task, environment IS NOT NULL AS has_environment, is_free OR is_written AS is_free,
  CASE WHEN is_written THEN same.number ELSE next END AS number
