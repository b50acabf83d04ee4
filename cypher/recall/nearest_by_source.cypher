// The same as nearest, of what rests on turns, such as facts, where one of those turns is of one speaker or a span of time.
// The index does not know what a fact rests on: more is fetched, and what does not pass is dropped.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind; pool, hits taken
// $vector: LIST<FLOAT>  the query's embedding
// $fetched: INTEGER  hits fetched of each kind
// $speaker_low: STRING  the speaker; empty for any
// $since: ZONED DATETIME  not before
// $until: ZONED DATETIME  before
// $as_of: ZONED DATETIME  when it shall hold; the open end for now
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> kind: STRING  of a search
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and how similar it is
// -> reached: INTEGER  hits that were looked at
CYPHER 25
UNWIND $searches AS search
CALL (search) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE near.space = $space AND near.kind = search.kind
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([near.id, score]) AS hits
}
CALL (search, hits) {
  UNWIND hits AS hit
  MATCH (derived:Clew {space: $space, id: hit[0]}) USING INDEX SEEK derived:Clew(space, id)
  WHERE derived.valid_from <= $as_of AND (derived.expired_at = $forever OR derived.valid_to > $as_of) AND EXISTS {
    MATCH (derived)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
    WHERE said.speaker >= $speaker_low AND $speaker_low IN ['', said.speaker] AND said.at >= $since AND said.at < $until
  }
  WITH derived, hit[1] AS score ORDER BY score DESC
  RETURN collect([derived, score]) AS closest
}
WITH *, closest[..search.pool] AS best
RETURN search.kind AS kind, {
  id: [hit IN best | hit[0].id], kind: [hit IN best | hit[0].kind],
  session: [hit IN best | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN best | hit[0].speaker],
  second: [hit IN best | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
  score: [hit IN best | hit[1]]
} AS hits, size(hits) AS reached
