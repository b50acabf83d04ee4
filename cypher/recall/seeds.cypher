// The best of a space by meaning, by words, and by the words of whole sessions; what is believed now.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $words: STRING  the full-text query for that kind
// $session_words: STRING  the full-text query for sessions
// $pool: INTEGER  hits taken from each search
// $forever: ZONED DATETIME  the open end
// -> vector: LIST<MAP{id: STRING, score: FLOAT, session: STRING, speaker: STRING, second: FLOAT}>  each hit by meaning: its session or document, and its second since 1970
// -> text: LIST<MAP{id: STRING, score: FLOAT, session: STRING, speaker: STRING, second: FLOAT}>  the same by words
// -> reached: INTEGER  hits by words that were looked at, of which those that hold are in `text`
// -> sessions: LIST<MAP{name: STRING, score: FLOAT}>  each session
CYPHER 25
CALL () {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE near.space = $space AND near.kind = $kind AND near.expired_at = $forever
    LIMIT $pool
  ) SCORE AS score
  RETURN collect({id: near.id, score: score, session: coalesce(near.session, near.document), speaker: near.speaker, second: near.at.epochSeconds + near.at.microsecond / 1000000.0}) AS vector
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $pool}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND node.expired_at = $forever AND score > 0
    THEN {id: node.id, score: score, session: coalesce(node.session, node.document), speaker: node.speaker, second: node.at.epochSeconds + node.at.microsecond / 1000000.0} END
  )[..$pool] AS text
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
  RETURN collect({name: node.text, score: score}) AS sessions
}
RETURN vector, text, reached, sessions
