// Learnings for $task in $space: the sets that hold of a task, with their statements and the environments.
// $space: STRING  the tenant
// $task: STRING  text of the task
// -> sets: PATH  from the task to a set and its environment
// -> statements: LIST<PATH>  from the set to its statements
MATCH (task:Clew {space: $space, kind: 'Task'}) USING INDEX SEEK task:Clew(space, kind)
WHERE task.text = $task OR task.id = 'task:' + $task
MATCH sets = (task)<-[:OF_TASK]-(set:LearningSet)-[:IN_ENVIRONMENT]->(:Environment)
WHERE set.expired_at > datetime()
RETURN sets, COLLECT { MATCH statements = (set)-[:HAS_LEARNING]->(:Learning) RETURN statements } AS statements
LIMIT 1000
