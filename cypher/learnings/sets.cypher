// Learning sets by their ids, in their order.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// $known_at: ZONED DATETIME  when the learnings were believed; the open end for now
// -> id: STRING  of each that is there
// -> number: INTEGER  of the version
// -> task: STRING  id of its task
// -> environment: STRING  id of its environment
// -> trial: STRING  id of the trial that produced it; null where none did
// -> score: FLOAT  of that trial; null where none did
// -> valid_from: ZONED DATETIME  since when it holds
// -> valid_to: ZONED DATETIME  until when; the open end while it holds
// -> learnings: LIST<STRING>  ids of its learnings that were not retracted by then, in order
UNWIND range(0, size($ids) - 1) AS place
MATCH (set:Clew {space: $space, id: $ids[place]}) USING INDEX SEEK set:Clew(space, id)
WHERE set.kind = 'LearningSet'
MATCH (set)-[:OF_TASK]->(task:Clew)
MATCH (set)-[:IN_ENVIRONMENT]->(environment:Clew)
OPTIONAL MATCH (trial:Clew)-[:PRODUCED]->(set)
RETURN set.id AS id, set.number AS number, task.id AS task, environment.id AS environment, trial.id AS trial,
  trial['score'] AS score, set.valid_from AS valid_from, set.valid_to AS valid_to, COLLECT {
    MATCH (set)-[:HAS_LEARNING]->(learning:Clew)
    WHERE coalesce(learning['retracted_at'] > $known_at, true)
      AND none(time IN coalesce(learning['was_retracted'], []) WHERE datetime(split(time, '/')[0]) <= $known_at < datetime(split(time, '/')[1]))
    RETURN learning.id ORDER BY learning.number
  } AS learnings
ORDER BY place
