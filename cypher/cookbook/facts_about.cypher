// What is known about something? The facts that name it and hold now, the surest first.
// $space: STRING  the tenant
// $name: STRING  of a person, a thing or a topic
// -> fact: STRING  what holds
// -> since: ZONED DATETIME  since when
// -> belief: FLOAT  how sure that is, 0 to 1
UNWIND ['entity:', 'concept:'] AS kind
MATCH (thing:Clew {space: $space, id: kind + toLower($name)}) USING INDEX SEEK thing:Clew(space, id)
MATCH (fact:Fact)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT/**/]->(thing)
WHERE fact.expired_at > datetime() AND fact.valid_to > datetime()
RETURN DISTINCT fact.text AS fact, fact.valid_from AS since, fact.belief AS belief
ORDER BY belief DESC, since, fact
