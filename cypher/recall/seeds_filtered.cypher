// The same as seeds, for turns of one session, one speaker or a span of time.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $words: STRING  the full-text query for that kind
// $session_words: STRING  the full-text query for sessions
// $pool: INTEGER  hits taken from each search
// $fetched: INTEGER  hits fetched from full text, which cannot filter by these
// $session_low: STRING  the session, or the lowest text
// $session_high: STRING  the session, or the highest text
// $speaker_low: STRING  the speaker, or the lowest text
// $speaker_high: STRING  the speaker, or the highest text
// $since: ZONED DATETIME  not before
// $until: ZONED DATETIME  before
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
      AND near.session >= $session_low AND near.session <= $session_high
      AND near.speaker >= $speaker_low AND near.speaker <= $speaker_high
      AND near.valid_from >= $since AND near.valid_from < $until
    LIMIT $pool
  ) SCORE AS score
  RETURN collect({id: near.id, score: score, session: near.session, speaker: near.speaker, second: near.at.epochSeconds + near.at.microsecond / 1000000.0}) AS vector
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $fetched}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND node.expired_at = $forever AND score > 0
        AND node.session >= $session_low AND node.session <= $session_high
        AND node.speaker >= $speaker_low AND node.speaker <= $speaker_high
        AND node.valid_from >= $since AND node.valid_from < $until
    THEN {id: node.id, score: score, session: node.session, speaker: node.speaker, second: node.at.epochSeconds + node.at.microsecond / 1000000.0} END
  )[..$pool] AS text
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
  RETURN collect({name: node.text, score: score}) AS sessions
}
RETURN vector, text, reached, sessions
