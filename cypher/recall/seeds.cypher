// The best of a space by meaning, by words, and by the words of whole sessions; what is believed now.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $words: STRING  the full-text query for that kind
// $session_words: STRING  the full-text query for sessions
// $pool: INTEGER  hits taken from each search
// $forever: ZONED DATETIME  the open end
// -> vector: LIST<LIST<ANY>>  id, score, session (or document), speaker and second since 1970 of each hit by meaning
// -> text: LIST<LIST<ANY>>  the same by words
// -> reached: INTEGER  hits by words that were looked at, of which those that hold are in `text`
// -> sessions: LIST<LIST<ANY>>  name and score of each session
CYPHER 25
CALL () {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR $vector
    WHERE near.space = $space AND near.kind = $kind AND near.expired_at = $forever
    LIMIT $pool
  ) SCORE AS score
  RETURN collect([near.id, score, coalesce(near.session, near.document), near.speaker, near.at.epochSeconds + near.at.microsecond / 1000000.0]) AS vector
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $pool}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND node.expired_at = $forever AND score > 0
    THEN [node.id, score, coalesce(node.session, node.document), node.speaker, node.at.epochSeconds + node.at.microsecond / 1000000.0] END
  )[..$pool] AS text
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
  RETURN collect([node.text, score]) AS sessions
}
RETURN vector, text, reached, sessions
