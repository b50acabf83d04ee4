// The trials that taught a learning, with the steps that show it.
// $space: STRING  the tenant
// $id: STRING  id of the learning
// -> trial: STRING  id of each trial
// -> number: INTEGER  of the trial
// -> task: STRING  id of its task
// -> environment: STRING  id of its environment
// -> score: FLOAT  that it reached
// -> steps: LIST<MAP{id: STRING, text: STRING}>  those of its steps that show it, in order
MATCH (learning:Clew {space: $space, id: $id}) USING INDEX SEEK learning:Clew(space, id)
CALL (learning) {
  MATCH (learning)-[:DERIVED_FROM]->(trial:Trial)
  RETURN DISTINCT trial
}
MATCH (trial)-[:OF_TASK]->(task:Clew)
MATCH (trial)-[:IN_ENVIRONMENT]->(environment:Clew)
WITH learning, trial, task, environment ORDER BY trial.ended_at, trial.id
RETURN trial.id AS trial, trial.number AS number, task.id AS task, environment.id AS environment, trial.score AS score, COLLECT {
    MATCH (learning)-[:DERIVED_FROM]->(step:Episode)
    WHERE EXISTS { (trial)-[:HAS_STEP]->(step) }
    WITH DISTINCT step ORDER BY step.position
    RETURN {id: step.id, text: step.text}
  } AS steps
