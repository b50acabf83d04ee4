// Facts about $concept in $space: what is known of a topic or a thing now, with what says it.
// $space: STRING  the tenant
// $concept: STRING  text of the concept or the entity
// -> known: PATH  from the topic to a fact
// -> said: LIST<PATH>  from the fact to its sources
MATCH (topic:Clew) USING INDEX SEEK topic:Clew(space, kind)
WHERE topic.space = $space AND topic.kind > '' AND (topic.name = toLower($concept) OR topic.name IS NOT NULL AND topic.text = $concept)
MATCH known = (topic)<-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT/**/]-(fact:Fact)
WHERE fact.expired_at > datetime()
RETURN known, COLLECT { MATCH said = (fact)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(:Clew) RETURN said } AS said
LIMIT 1000
