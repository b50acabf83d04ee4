// All learning sets of a task in an environment, oldest first.
// $space: STRING  the tenant
// $task: STRING  name of the task
// $environment: STRING  name of the environment
// -> id: STRING  of each set
// -> is_summary: BOOLEAN  whether it summarises others instead
MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
MATCH (environment:Clew {space: $space, id: 'environment:' + $environment}) USING INDEX SEEK environment:Clew(space, id)
MATCH (task)<-[:OF_TASK]-(set:LearningSet)-[:IN_ENVIRONMENT]->(environment)
RETURN set.id AS id, NOT EXISTS { (:Clew)-[:PRODUCED]->(set) } AS is_summary
ORDER BY set.number
