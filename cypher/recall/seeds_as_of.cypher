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
// -> vector: LIST<MAP{id: STRING, score: FLOAT, session: STRING, speaker: STRING, second: FLOAT}>  each hit by meaning: its session or document, and its second since 1970
// -> text: LIST<MAP{id: STRING, score: FLOAT, session: STRING, speaker: STRING, second: FLOAT}>  the same by words
// -> reached: INTEGER  hits by words that were looked at, of which those that hold are in `text`
// -> sessions: LIST<MAP{name: STRING, score: FLOAT}>  each session
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
  RETURN collect({id: near.id, score: score, session: coalesce(near.session, near.document), speaker: near.speaker, second: near.at.epochSeconds + near.at.microsecond / 1000000.0}) AS vector
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $fetched}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND score > 0
        AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of)
    THEN {id: node.id, score: score, session: coalesce(node.session, node.document), speaker: node.speaker, second: node.at.epochSeconds + node.at.microsecond / 1000000.0} END
  )[..$pool] AS text
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
  RETURN collect({name: node.text, score: score}) AS sessions
}
RETURN vector, text, reached, sessions
