// Joins facts, and the turns that say them, to what they are about.
// $space: STRING  the tenant
// $rows: LIST<MAP>  fact (its id), sources (ids), and topics (ids of concepts and entities, with the topic's name) of each
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (fact:Clew {space: $space, id: row.fact}) USING INDEX SEEK fact:Clew(space, id)
UNWIND row.topics AS each
MATCH (topic:Clew {space: $space, id: each[0]}) USING INDEX SEEK topic:Clew(space, id)
MERGE (fact)-[about:ABOUT_CONCEPT]->(topic)
ON CREATE SET about.created_at = $now, about.expired_at = $forever
FOREACH (entity IN CASE WHEN topic:Entity THEN [topic] ELSE [] END | SET entity.topic = each[1])
WITH row, topic
UNWIND row.sources AS source
MATCH (turn:Clew {space: $space, id: source}) USING INDEX SEEK turn:Clew(space, id)
WHERE turn:Episode AND NOT EXISTS { (turn)-[mention:MENTIONS]->(topic) WHERE NOT mention.titled }
MERGE (turn)-[has:HAS_CONCEPT]->(topic)
ON CREATE SET has.stated = true, has.created_at = $now, has.expired_at = $forever
