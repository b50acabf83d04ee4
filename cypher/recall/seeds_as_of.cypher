// The same as seeds, of what held at some instant: what was said or began by then, and was not replaced by then.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $words: STRING  the full-text query for that kind
// $session_words: STRING  the full-text query for sessions
// $pool: INTEGER  hits taken from each search
// $fetched: INTEGER  hits fetched from full text, which cannot filter by time
// $as_of: ZONED DATETIME  the instant
// $forever: ZONED DATETIME  the open end
// -> candidates: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>}  each that was found: its session or document, and its second since 1970
// -> vector: MAP{id: LIST<STRING>, score: LIST<FLOAT>}  hits by meaning
// -> text: MAP{id: LIST<STRING>, score: LIST<FLOAT>}  hits by words
// -> reached: INTEGER  hits by words that were looked at, of which those that hold are in `text`
// -> sessions: MAP{name: LIST<STRING>, score: LIST<FLOAT>}  sessions by words
CYPHER 25
CALL () {
  MATCH (held:Clew)
  SEARCH held IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE held.space = $space AND held.kind = $kind AND held.expired_at = $forever AND held.valid_from <= $as_of
    LIMIT $pool
  ) SCORE AS score
  RETURN collect([held, score]) AS lasting
}
CALL () {
  MATCH (ended:Clew)
  SEARCH ended IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE ended.space = $space AND ended.kind = $kind AND ended.expired_at < $forever
      AND ended.valid_from <= $as_of AND ended.valid_to > $as_of
    LIMIT $pool
  ) SCORE AS score
  RETURN collect([ended, score]) AS replaced
}
CALL (lasting, replaced) {
  UNWIND lasting + replaced AS hit
  WITH hit[0] AS near, hit[1] AS score ORDER BY score DESC LIMIT $pool
  RETURN collect([near, score]) AS closest
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $fetched}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND score > 0
        AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of)
    THEN [node, score] END
  )[..$pool] AS worded
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
  WITH collect(node) AS nodes, collect(score) AS scores
  RETURN {name: [node IN nodes | node.text], score: scores} AS sessions
}
CALL (closest, worded) {
  UNWIND closest + worded AS hit
  WITH DISTINCT hit[0] AS node
  WITH collect(node) AS nodes
  RETURN {
    id: [node IN nodes | node.id], kind: [node IN nodes | node.kind],
    session: [node IN nodes | coalesce(node.session, node.document)], speaker: [node IN nodes | node.speaker],
    second: [node IN nodes | node.at.epochSeconds + node.at.microsecond / 1000000.0]
  } AS candidates
}
RETURN candidates, {id: [hit IN closest | hit[0].id], score: [hit IN closest | hit[1]]} AS vector,
  {id: [hit IN worded | hit[0].id], score: [hit IN worded | hit[1]]} AS text, reached, sessions
