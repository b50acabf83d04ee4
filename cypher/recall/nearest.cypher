// The best of one kind in a space by meaning; what is believed now.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $pool: INTEGER  hits taken
// $fetched: INTEGER  hits fetched: the index is approximate, and looks around less for fewer
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and how similar it is
CYPHER 25
MATCH (near:Clew)
SEARCH near IN (
  VECTOR INDEX clew_vector FOR $vector
  WHERE near.space = $space AND near.kind = $kind AND near.expired_at = $forever
  LIMIT $fetched
) SCORE AS score
WITH collect([near, score])[..$pool] AS closest
RETURN {
  id: [hit IN closest | hit[0].id], kind: [hit IN closest | hit[0].kind],
  session: [hit IN closest | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN closest | hit[0].speaker],
  second: [hit IN closest | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
  score: [hit IN closest | hit[1]]
} AS hits
