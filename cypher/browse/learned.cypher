// The tasks and the environments for which something was learned, by name.
// $space: STRING  the tenant
// $limit: INTEGER  how many are returned at most
// -> task: STRING  name of the task
// -> environment: STRING  name of the environment
// -> sets: INTEGER  versions of what was learned
MATCH (set:Clew) USING INDEX SEEK set:Clew(space, kind)
WHERE set.space = $space AND set.kind = 'LearningSet'
MATCH (task:Task)<-[:OF_TASK]-(set)-[:IN_ENVIRONMENT]->(environment:Environment)
WITH substring(task.id, size('task:')) AS task, substring(environment.id, size('environment:')) AS environment, count(set) AS sets
RETURN task, environment, sets
ORDER BY task, environment LIMIT $limit
