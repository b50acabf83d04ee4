// Memories of some kinds that hold, the latest first, without a question.
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
// $as_of: ZONED DATETIME  when it shall hold; the open end for now
// $forever: ZONED DATETIME  the open end
// $last: ZONED DATETIME  since when the last memory before these holds; the open end for the first ones
// $last_id: STRING  its id; empty for the first ones
// $limit: INTEGER  how many are returned at most
// -> id: STRING
// -> kind: STRING  its label
// -> text: STRING
// -> speaker: STRING  who said it; empty where nobody did
// -> session: STRING  the session in which it was said; empty where it was in none
// -> at: ZONED DATETIME  when it was said; null where that is not known
// -> valid_from: ZONED DATETIME  since when it holds
// -> valid_to: ZONED DATETIME  until when; null where that is open
// -> belief: FLOAT  0 to 1
// -> sources: LIST<STRING>  ids of what it rests on
// -> told: BOOLEAN  whether a caller told it, and named no source
// -> corrected_at: ZONED DATETIME  when it, or all that says it, was corrected or retracted; null where that is not so
// -> why: STRING  why it was retracted; empty where it was not retracted itself
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind IN $kinds
  AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of)
  AND ($as_of = $forever OR NOT (coalesce(node['retracted_at'] <= $as_of, false)
    OR node.created_at > $as_of AND EXISTS { (node)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
    OR EXISTS { (node)-[link:REPLACED_BY]->(next:Clew) WHERE link['corrects'] IS NULL AND next['retracted_at'] > $as_of AND next.valid_from <= $as_of }
    OR EXISTS { (node)-[:DERIVED_FROM]->() } AND NOT EXISTS {
      (node)-[:DERIVED_FROM]->(source:Clew)
      WHERE source.created_at <= $as_of OR NOT EXISTS { (source)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
    }))
  AND (node.valid_from < $last OR node.valid_from = $last AND node.id > $last_id)
  AND coalesce(node['belief'], 1.0) >= $min_belief
  AND (size($entities) = 0 OR EXISTS { MATCH (node)<-[:HAS_PART*0..1]-(:Clew)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(thing:Clew) WHERE thing.id IN $entities })
  AND ($is_open OR EXISTS {
    MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*0..4]->(said:Clew)
    WHERE said.session IS NOT NULL AND (size($sessions) = 0 OR said.session IN $sessions) AND (size($speakers) = 0 OR said.speaker IN $speakers)
      AND (said.valid_from >= $since AND said.valid_from < $until OR any(time IN node['happens'] WHERE left(time, 10) <= $last_day AND $first_day <= right(time, 10)))
      AND all(spans IN $metadata WHERE any(term IN said['terms'] WHERE any(span IN spans WHERE span[0] <= term AND term < span[1])))
  })
WITH node ORDER BY node.valid_from DESC, node.id LIMIT $limit
RETURN node.id AS id, node.kind AS kind, node.text AS text, coalesce(node.speaker, '') AS speaker, coalesce(node.session, '') AS session,
  node.at AS at, node.valid_from AS valid_from, CASE WHEN node['retracted_at'] < node.valid_to THEN node.retracted_at WHEN node.valid_to < $forever THEN node.valid_to END AS valid_to,
  coalesce(node.belief, 1.0) AS belief,
  COLLECT { MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(source) RETURN DISTINCT source.id ORDER BY source.id } AS sources,
  node['told'] IS NOT NULL AS told, node['retracted_at'] AS corrected_at, coalesce(node['retracted_why'], '') AS why
ORDER BY node.valid_from DESC, id
