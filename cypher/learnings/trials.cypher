// The trials of a task in an environment, in order.
// $space: STRING  the tenant
// $task: STRING  name of the task
// $environment: STRING  name of the environment
// -> id: STRING  of each trial
// -> number: INTEGER  its place among them, from 1
// -> length: INTEGER  steps that it has had
// -> score: FLOAT  -100 to 100; null while it goes on
// -> outcome: STRING  what became of it; null while it goes on
// -> set: STRING  id of the learning set that it produced; null where there is none
MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
MATCH (environment:Clew {space: $space, id: 'environment:' + $environment}) USING INDEX SEEK environment:Clew(space, id)
MATCH (task)<-[:OF_TASK]-(trial:Trial)-[:IN_ENVIRONMENT]->(environment)
MATCH (session:Session)-[:HAS_TRIAL]->(trial)
RETURN trial.id AS id, trial.number AS number, session.length AS length, trial['score'] AS score,
  trial['outcome'] AS outcome, COLLECT { MATCH (trial)-[:PRODUCED]->(set:LearningSet) RETURN set.id }[0] AS set
ORDER BY trial.number
