// The same as nearest_passing, of what memory held at an instant, whatever became of it since: what was not believed then is
// told apart afterwards.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind; pool, hits taken
// $vector: LIST<FLOAT>  the query's embedding
// $fetched: INTEGER  hits taken of each kind at most
// $is_open: BOOLEAN  whether the sessions, speakers, times and metadata below hold everything, and are not looked at
// $sessions: LIST<STRING>  names of the sessions; none for any
// $speakers: LIST<STRING>  the speakers; none for any
// $since: ZONED DATETIME  said not before; null where it is open
// $until: ZONED DATETIME  said before; null where it is open
// $first_day: STRING  or with something that happens on this day
// $last_day: STRING  to this one; both null where what happens does not count
// $metadata: LIST<LIST<LIST<STRING>>>  of each key where its terms lie: from the first text on and before the second, of any of these
// $entities: LIST<STRING>  ids of people and things, of which the memory itself names one; none for any
// $known_at: ZONED DATETIME  the instant
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// -> kind: STRING  of a search
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and how similar it is
CYPHER 25
UNWIND $searches AS search
CALL (search) {
  MATCH (near:Clew) USING INDEX SEEK near:Clew(space, kind)
  WHERE near.space = $space AND near.kind = search.kind AND near.embedding IS NOT NULL
    AND near.created_at <= $known_at
    AND (size($entities) = 0 OR EXISTS { MATCH (near)<-[:HAS_PART*0..1]-(:Clew)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(thing:Clew) WHERE thing.id IN $entities })
    AND ($is_open OR EXISTS {
      MATCH (near)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*0..4]->(said:Clew)
      WHERE said.session IS NOT NULL AND (size($sessions) = 0 OR said.session IN $sessions) AND (size($speakers) = 0 OR said.speaker IN $speakers)
        AND (said.valid_from >= $since AND said.valid_from < $until OR any(time IN near['happens'] WHERE left(time, 10) <= $last_day AND $first_day <= right(time, 10)))
        AND all(spans IN $metadata WHERE any(term IN said['terms'] WHERE any(span IN spans WHERE span[0] <= term AND term < span[1])))
    })
  WITH near, vector.similarity.cosine(near.embedding, $vector) AS score ORDER BY score DESC, near.id LIMIT $fetched
  RETURN collect([near, score]) AS closest
}
WITH *, closest[..search.pool] AS best
RETURN search.kind AS kind, {
  id: [hit IN best | hit[0].id], kind: [hit IN best | hit[0].kind],
  session: [hit IN best | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN best | hit[0].speaker],
  second: [hit IN best | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
  score: [hit IN best | hit[1]]
} AS hits
