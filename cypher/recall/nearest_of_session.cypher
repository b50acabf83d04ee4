// The same as nearest, of what rests on turns, such as facts, where one of those turns is of one session, and of one speaker or a span of time.
// It is looked for from the session's turns: among all of a space the few of a session may be far from the best.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind; pool, hits taken
// $vector: LIST<FLOAT>  the query's embedding
// $session: STRING  the session
// $speaker_low: STRING  the speaker; empty for any
// $since: ZONED DATETIME  not before
// $until: ZONED DATETIME  before
// $as_of: ZONED DATETIME  when it shall hold; the open end for now
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> kind: STRING  of a search
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and how similar it is
CYPHER 25
UNWIND $searches AS search
CALL (search) {
  MATCH (said:Clew {space: $space, session: $session}) USING INDEX SEEK said:Clew(space, session, position)
  WHERE said.position >= 0 AND said.speaker >= $speaker_low AND $speaker_low IN ['', said.speaker] AND said.at >= $since AND said.at < $until
  MATCH (said)<-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]-(derived:Clew)
  WHERE derived.kind = search.kind AND derived.embedding IS NOT NULL AND derived.valid_from <= $as_of AND (derived.expired_at = $forever OR derived.valid_to > $as_of)
  WITH DISTINCT derived
  WITH derived, vector.similarity.cosine(derived.embedding, $vector) AS score ORDER BY score DESC
  RETURN collect([derived, score]) AS closest
}
WITH *, closest[..search.pool] AS best
RETURN search.kind AS kind, {
  id: [hit IN best | hit[0].id], kind: [hit IN best | hit[0].kind],
  session: [hit IN best | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN best | hit[0].speaker],
  second: [hit IN best | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
  score: [hit IN best | hit[1]]
} AS hits
