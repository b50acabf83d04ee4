// The same as nearest, of what held at some instant: what was said or began by then, and was not replaced by then.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind; pool, hits taken
// $vector: LIST<FLOAT>  the query's embedding
// $fetched: INTEGER  hits fetched of each kind: the index is approximate, and looks around less for fewer
// $as_of: ZONED DATETIME  the instant
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> kind: STRING  of a search
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and how similar it is
CYPHER 25
UNWIND $searches AS search
CALL (search) {
  MATCH (held:Clew)
  SEARCH held IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE held.space = $space AND held.kind = search.kind AND held.expired_at = $forever AND held.valid_from <= $as_of
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([held, score]) AS lasting
}
CALL (search) {
  MATCH (ended:Clew)
  SEARCH ended IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE ended.space = $space AND ended.kind = search.kind AND ended.expired_at < $forever
      AND ended.valid_from <= $as_of AND ended.valid_to > $as_of
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([ended, score]) AS replaced
}
CALL (search, lasting, replaced) {
  UNWIND lasting + replaced AS hit
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
