// The best of a space by meaning, by words, and by the words of whole sessions; what is believed now.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $words: STRING  the full-text query for that kind
// $session_words: STRING  the full-text query for sessions
// $pool: INTEGER  hits taken from each search
// $forever: ZONED DATETIME  the open end
// -> candidates: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>}  each that was found: its session or document, and its second since 1970
// -> vector: MAP{id: LIST<STRING>, score: LIST<FLOAT>}  hits by meaning
// -> text: MAP{id: LIST<STRING>, score: LIST<FLOAT>}  hits by words
// -> reached: INTEGER  hits by words that were looked at, of which those that hold are in `text`
// -> sessions: MAP{name: LIST<STRING>, score: LIST<FLOAT>}  sessions by words
CYPHER 25
CALL () {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE near.space = $space AND near.kind = $kind AND near.expired_at = $forever
    LIMIT $pool
  ) SCORE AS score
  RETURN collect([near, score]) AS closest
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $pool}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND node.expired_at = $forever AND score > 0
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
