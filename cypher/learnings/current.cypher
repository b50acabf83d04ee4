// The learning set of a task in an environment that holds; no row where there is none.
// $space: STRING  the tenant
// $task: STRING  name of the task
// $environment: STRING  name of the environment
// $as_of: ZONED DATETIME  when; the open end for now
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of the set
MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
MATCH (environment:Clew {space: $space, id: 'environment:' + $environment}) USING INDEX SEEK environment:Clew(space, id)
MATCH (task)<-[:OF_TASK]-(set:LearningSet)-[:IN_ENVIRONMENT]->(environment)
WHERE set.valid_from <= $as_of AND (set.expired_at = $forever OR set.valid_to > $as_of)
RETURN set.id AS id
ORDER BY set.number DESC LIMIT 1
