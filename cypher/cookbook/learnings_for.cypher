// What was learned of a task? The statements of the sets that hold, with the environment they are for.
// $space: STRING  the tenant
// $task: STRING  name of the task
// -> environment: STRING  where
// -> number: INTEGER  place in the set
// -> learning: STRING  what was learned
MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
MATCH (task)<-[:OF_TASK]-(set:LearningSet)-[:IN_ENVIRONMENT]->(environment:Environment)
WHERE set.expired_at > datetime()
MATCH (set)-[:HAS_LEARNING]->(learning:Learning)
RETURN environment.id AS environment, learning.number AS number, learning.text AS learning
ORDER BY environment, number
