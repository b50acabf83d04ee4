// Where the learnings of a task in an environment stand: their current version, and whether a trial may write the next.
// $space: STRING  the tenant
// $task: STRING  name of the task
// $environment: STRING  name of the environment
// $set: STRING  id that the next version would have
// $forever: ZONED DATETIME  the open end
// -> current: STRING  id of the version that holds; empty where there is none
// -> number: INTEGER  that the next version gets
// -> stored: STRING  token of the set that has that id already; null where none has
MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
MATCH (environment:Clew {space: $space, id: 'environment:' + $environment}) USING INDEX SEEK environment:Clew(space, id)
OPTIONAL MATCH (taken:Clew {space: $space, id: $set}) USING INDEX SEEK taken:Clew(space, id)
CALL (task, environment) {
  MATCH (task)<-[:OF_TASK]-(set:LearningSet)-[:IN_ENVIRONMENT]->(environment)
  WITH set ORDER BY set.number
  RETURN 1 + coalesce(max(set.number), 0) AS number, collect(CASE WHEN set.expired_at = $forever THEN set.id END) AS holding
}
RETURN coalesce(holding[-1], '') AS current, number, taken.revision AS stored
