// The same as nearest, for turns of one session, one speaker or a span of time.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind; pool, hits taken; session_low and session_high, twice the session, or the lowest and the highest text; speaker_low and speaker_high likewise
// $vector: LIST<FLOAT>  the query's embedding
// $fetched: INTEGER  hits fetched of each kind: the index is approximate, and looks around less for fewer
// $since: ZONED DATETIME  not before
// $until: ZONED DATETIME  before
// $as_of: ZONED DATETIME  when they shall hold, among those that were corrected since too; the open end for now
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> kind: STRING  of a search
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and how similar it is
CYPHER 25
UNWIND $searches AS search
CALL (search) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE near.space = $space AND near.kind = search.kind AND near.expired_at = $forever
      AND near.session >= search.session_low AND near.session <= search.session_high
      AND near.speaker >= search.speaker_low AND near.speaker <= search.speaker_high
      AND near.valid_from >= $since AND near.valid_from < $until
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([near, score]) AS lasting
}
CALL (search) {
  WITH search WHERE $as_of < $forever
  MATCH (ended:Clew)
  SEARCH ended IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE ended.space = $space AND ended.kind = search.kind AND ended.expired_at < $forever
      AND ended.session >= search.session_low AND ended.session <= search.session_high
      AND ended.speaker >= search.speaker_low AND ended.speaker <= search.speaker_high
      AND ended.valid_from >= $since AND ended.valid_from < $until
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([ended, score]) AS corrected
}
CALL (lasting, corrected) {
  UNWIND lasting + corrected AS hit
  WITH hit ORDER BY hit[1] DESC
  RETURN collect(hit) AS closest
}
WITH *, closest[..search.pool] AS best
RETURN search.kind AS kind, {
  id: [hit IN best | hit[0].id], kind: [hit IN best | hit[0].kind],
  session: [hit IN best | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN best | hit[0].speaker],
  second: [hit IN best | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
  score: [hit IN best | hit[1]]
} AS hits
