// What do people talk about? The topics and names that most turns share.
// $space: STRING  the tenant
// $most: INTEGER  how many
// -> topic: STRING  a concept or an entity
// -> turns: INTEGER  that are about it
// -> sessions: INTEGER  in which that was
MATCH (turn:Clew {space: $space, kind: 'Episode'}) USING INDEX SEEK turn:Clew(space, kind)
MATCH (turn)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT/**/]->(topic:Concept|Entity)
RETURN topic.text AS topic, count(DISTINCT turn) AS turns, count(DISTINCT turn.session) AS sessions
ORDER BY turns DESC, sessions DESC, topic LIMIT $most
