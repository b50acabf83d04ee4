// All memories of some kinds that pass a filter; of what was replaced, every version.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels
// $is_open: BOOLEAN  whether the sessions, speakers, times and metadata below hold everything, and are not looked at
// $sessions: LIST<STRING>  names of the sessions; none for any
// $speakers: LIST<STRING>  the speakers; none for any
// $since: ZONED DATETIME  said not before; null where it is open
// $until: ZONED DATETIME  said before; null where it is open
// $first_day: STRING  or with something that happens on this day
// $last_day: STRING  to this one; both null where what happens does not count
// $metadata: LIST<LIST<LIST<STRING>>>  of each key where its terms lie: from the first text on and before the second, of any of these
// $entities: LIST<STRING>  ids of people and things, of which the memory itself names one; none for any
// $min_belief: FLOAT  what is believed less does not pass
// -> id: STRING  of each that passes
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind IN $kinds
  AND coalesce(node['belief'], 1.0) >= $min_belief
  AND (size($entities) = 0 OR EXISTS { MATCH (node)<-[:HAS_PART*0..1]-(:Clew)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(thing:Clew) WHERE thing.id IN $entities })
  AND ($is_open OR EXISTS {
    MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*0..4]->(said:Clew)
    WHERE said.session IS NOT NULL AND (size($sessions) = 0 OR said.session IN $sessions) AND (size($speakers) = 0 OR said.speaker IN $speakers)
      AND (said.valid_from >= $since AND said.valid_from < $until OR any(time IN node['happens'] WHERE left(time, 10) <= $last_day AND $first_day <= right(time, 10)))
      AND all(spans IN $metadata WHERE any(term IN said['terms'] WHERE any(span IN spans WHERE span[0] <= term AND term < span[1])))
  })
RETURN node.id AS id ORDER BY id
