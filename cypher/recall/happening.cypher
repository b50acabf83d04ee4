// What tells of something in times that a question or a filter names, by its similarity to the question.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind
// $vector: LIST<FLOAT>  the query's embedding
// $days: LIST<STRING>  the times, as `first/last` day, both included
// $happens_since: ZONED DATETIME  when the first of them begins
// $happens_until: ZONED DATETIME  when the last of them is over
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $pool: INTEGER  hits taken of each kind
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
// $forever: ZONED DATETIME  the open end
// -> kind: STRING  of the hits
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session, its second since 1970, and how similar it is
UNWIND $searches AS search
CALL (search) {
  MATCH (text:Clew) USING INDEX SEEK text:Clew(space, happens_from, happens_to)
  WHERE text.space = $space AND text.happens_from < $happens_until AND text.happens_to > $happens_since
    AND text.kind = search.kind AND text.valid_from <= $as_of AND (text.expired_at = $forever OR text.valid_to > $as_of)
    AND any(time IN text.happens WHERE any(day IN $days WHERE left(time, 10) <= right(day, 10) AND left(day, 10) <= right(time, 10)))
    AND coalesce(text['belief'], 1.0) >= $min_belief
    AND (size($entities) = 0 OR EXISTS { MATCH (text)<-[:HAS_PART*0..1]-(:Clew)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(thing:Clew) WHERE thing.id IN $entities })
    AND ($is_open OR EXISTS {
      MATCH (text)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*0..4]->(said:Clew)
      WHERE said.session IS NOT NULL AND (size($sessions) = 0 OR said.session IN $sessions) AND (size($speakers) = 0 OR said.speaker IN $speakers)
        AND (said.valid_from >= $since AND said.valid_from < $until OR any(time IN text['happens'] WHERE left(time, 10) <= $last_day AND $first_day <= right(time, 10)))
        AND all(spans IN $metadata WHERE any(term IN said['terms'] WHERE any(span IN spans WHERE span[0] <= term AND term < span[1])))
    })
  WITH text, vector.similarity.cosine(text.embedding, $vector) AS score
  ORDER BY score DESC, text.id LIMIT $pool
  RETURN collect(text) AS texts, collect(score) AS scores
}
RETURN search.kind AS kind, {
  id: [text IN texts | text.id], kind: [text IN texts | text.kind], session: [text IN texts | text.session],
  speaker: [text IN texts | text.speaker],
  second: [text IN texts | (text.at.epochMillis * 1000 + text.at.microsecond % 1000) / 1000000.0], score: scores
} AS hits
