// The learning sets that ended trials produced and that hold a learning, with what they reached.
// $space: STRING  the tenant
// $task: STRING  name of the task; empty for any
// $environment: STRING  name of the environment; empty for any
// $known_at: ZONED DATETIME  by when the sets were learned; the open end for now
// -> id: STRING  of each set
// -> task: STRING  id of its task
// -> environment: STRING  id of its environment
// -> score: FLOAT  of its trial
// -> number: INTEGER  of its trial
// -> at: ZONED DATETIME  when its trial began
MATCH (set:Clew) USING INDEX SEEK set:Clew(space, kind)
WHERE set.space = $space AND set.kind = 'LearningSet' AND set.created_at <= $known_at
MATCH (set)<-[:PRODUCED]-(trial:Trial)-[:OF_TASK]->(task:Clew)
WHERE trial.score IS NOT NULL AND EXISTS { (set)-[:HAS_LEARNING]->() } AND ($task = '' OR task.id = 'task:' + $task)
MATCH (trial)-[:IN_ENVIRONMENT]->(environment:Clew)
WHERE $environment = '' OR environment.id = 'environment:' + $environment
RETURN set.id AS id, task.id AS task, environment.id AS environment, trial.score AS score, trial.number AS number, trial.at AS at
