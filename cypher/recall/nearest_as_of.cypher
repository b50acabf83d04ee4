// The same as nearest, of what held at some instant: what was said or began by then, and was not replaced by then.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $pool: INTEGER  hits taken
// $fetched: INTEGER  hits fetched: the index is approximate, and looks around less for fewer
// $as_of: ZONED DATETIME  the instant
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and how similar it is
CYPHER 25
CALL () {
  MATCH (held:Clew)
  SEARCH held IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE held.space = $space AND held.kind = $kind AND held.expired_at = $forever AND held.valid_from <= $as_of
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([held, score]) AS lasting
}
CALL () {
  MATCH (ended:Clew)
  SEARCH ended IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE ended.space = $space AND ended.kind = $kind AND ended.expired_at < $forever
      AND ended.valid_from <= $as_of AND ended.valid_to > $as_of
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([ended, score]) AS replaced
}
CALL (lasting, replaced) {
  UNWIND lasting + replaced AS hit
  WITH hit[0] AS near, hit[1] AS score ORDER BY score DESC LIMIT $pool
  RETURN collect([near, score]) AS closest
}
RETURN {
  id: [hit IN closest | hit[0].id], kind: [hit IN closest | hit[0].kind],
  session: [hit IN closest | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN closest | hit[0].speaker],
  second: [hit IN closest | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
  score: [hit IN closest | hit[1]]
} AS hits
