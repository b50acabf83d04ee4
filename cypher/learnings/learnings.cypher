// Learnings by their ids, in their order.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> id: STRING  of each that is there
// -> number: INTEGER  its place in its set, from 1
// -> text: STRING  what it says
// -> cause: STRING  empty for free text
// -> effect: STRING  empty for free text
// -> relation: STRING  empty for free text
// -> modality: STRING  may, should, or empty
// -> key: STRING  its statement_key
// -> task: STRING  id of the task of its set
// -> environment: STRING  id of the environment of its set
// -> set: STRING  id of its set
// -> continues: LIST<STRING>  ids of those that it continues
UNWIND range(0, size($ids) - 1) AS place
MATCH (learning:Clew {space: $space, id: $ids[place]}) USING INDEX SEEK learning:Clew(space, id)
MATCH (learning)<-[:HAS_LEARNING]-(set:Clew)-[:OF_TASK]->(task:Clew)
MATCH (set)-[:IN_ENVIRONMENT]->(environment:Clew)
RETURN learning.id AS id, learning.number AS number, learning.text AS text, learning.cause AS cause, learning.effect AS effect,
  learning.relation AS relation, learning.modality AS modality, learning.statement_key AS key, task.id AS task,
  environment.id AS environment, set.id AS set, COLLECT { MATCH (learning)-[:CONTINUES]->(earlier:Clew) RETURN earlier.id } AS continues
ORDER BY place
