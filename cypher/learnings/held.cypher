// The learning sets that hold, of a task or an environment or of any.
// $space: STRING  the tenant
// $task: STRING  name of the task; empty for any
// $environment: STRING  name of the environment; empty for any
// $as_of: ZONED DATETIME  when; the open end for now
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of each set
MATCH (set:Clew) USING INDEX SEEK set:Clew(space, kind)
WHERE set.space = $space AND set.kind = 'LearningSet'
  AND set.valid_from <= $as_of AND (set.expired_at = $forever OR set.valid_to > $as_of)
  AND ($task = '' OR EXISTS { (set)-[:OF_TASK]->(task:Clew) WHERE task.id = 'task:' + $task })
  AND ($environment = '' OR EXISTS { (set)-[:IN_ENVIRONMENT]->(place:Clew) WHERE place.id = 'environment:' + $environment })
RETURN set.id AS id
ORDER BY set.valid_from, set.id
