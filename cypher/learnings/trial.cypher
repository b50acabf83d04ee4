// A trial with its steps, in order; no row where there is none.
// $space: STRING  the tenant
// $trial: STRING  its name
// -> number: INTEGER  among the trials of its task in its environment
// -> at: ZONED DATETIME  when it was begun
// -> task: STRING  id of its task
// -> task_text: STRING  the task in words
// -> environment: STRING  id of its environment
// -> environment_text: STRING  the environment in words
// -> length: INTEGER  steps that it has had
// -> score: FLOAT  -100 to 100; null while it goes on
// -> outcome: STRING  what became of it; null while it goes on
// -> steps: LIST<MAP{place: INTEGER, action: STRING, text: STRING, score: FLOAT, rationale: STRING, used: LIST<INTEGER>}>  each; score and rationale are null where nobody told, used are places in the set in use
MATCH (trial:Clew {space: $space, id: 'trial:' + $trial}) USING INDEX SEEK trial:Clew(space, id)
MATCH (session:Clew {space: $space, id: 'session:' + $trial}) USING INDEX SEEK session:Clew(space, id)
MATCH (trial)-[:OF_TASK]->(task:Clew)
MATCH (trial)-[:IN_ENVIRONMENT]->(environment:Clew)
RETURN trial.number AS number, trial.at AS at, task.id AS task, task.text AS task_text, environment.id AS environment,
  environment.text AS environment_text, session.length AS length, trial['score'] AS score, trial['outcome'] AS outcome, COLLECT {
    MATCH (trial)-[:HAS_STEP]->(step:Clew)
    WITH step ORDER BY step.position
    RETURN {place: step.position, action: step.action, text: step.text, score: step['score'], rationale: step['rationale'],
      used: COLLECT { MATCH (step)-[:USED]->(learning:Clew) RETURN learning.number ORDER BY learning.number }}
  } AS steps
