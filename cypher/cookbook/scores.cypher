// Does the agent become better? The trials of a task in order, with their scores and how each ended.
// $space: STRING  the tenant
// $task: STRING  name of the task
// -> environment: STRING  where
// -> number: INTEGER  of the trial
// -> score: FLOAT  what was reached, -100 to 100
// -> outcome: STRING  how it ended
MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
MATCH (task)<-[:OF_TASK]-(trial:Trial)-[:IN_ENVIRONMENT]->(environment:Environment)
RETURN environment.id AS environment, trial.number AS number, trial.score AS score, trial.outcome AS outcome
ORDER BY environment, number
