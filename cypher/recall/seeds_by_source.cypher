// The best of what rests on turns, such as facts, where one of those turns is of one session, one speaker or a span of time.
// Neither index knows what a fact rests on: both fetch more, and what does not pass is dropped.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $vector: LIST<FLOAT>  the query's embedding
// $words: STRING  the full-text query for that kind
// $session_words: STRING  the full-text query for sessions
// $pool: INTEGER  hits taken from each search
// $fetched: INTEGER  hits fetched by each
// $session_low: STRING  the session, or the lowest text
// $session_high: STRING  the session, or the highest text
// $speaker_low: STRING  the speaker, or the lowest text
// $speaker_high: STRING  the speaker, or the highest text
// $since: ZONED DATETIME  not before
// $until: ZONED DATETIME  before
// $as_of: ZONED DATETIME  when it shall hold; the open end for now
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
    WHERE near.space = $space AND near.kind = $kind
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([near.id, score]) AS hits
}
CALL (hits) {
  UNWIND hits AS hit
  MATCH (derived:Clew {space: $space, id: hit[0]}) USING INDEX SEEK derived:Clew(space, id)
  WHERE derived.valid_from <= $as_of AND (derived.expired_at = $forever OR derived.valid_to > $as_of) AND EXISTS {
    MATCH (derived)-[:/*rests on*/DERIVED_FROM|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
    WHERE said.session >= $session_low AND said.session <= $session_high
      AND said.speaker >= $speaker_low AND said.speaker <= $speaker_high AND said.at >= $since AND said.at < $until
  }
  WITH derived, hit[1] AS score ORDER BY score DESC LIMIT $pool
  RETURN collect({id: derived.id, score: score, session: coalesce(derived.session, derived.document), speaker: derived.speaker, second: derived.at.epochSeconds + derived.at.microsecond / 1000000.0}) AS vector
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $fetched}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND score > 0
        AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of) AND EXISTS {
          MATCH (node)-[:/*rests on*/DERIVED_FROM|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
          WHERE said.session >= $session_low AND said.session <= $session_high
            AND said.speaker >= $speaker_low AND said.speaker <= $speaker_high AND said.at >= $since AND said.at < $until
        }
    THEN {id: node.id, score: score, session: coalesce(node.session, node.document), speaker: node.speaker, second: node.at.epochSeconds + node.at.microsecond / 1000000.0} END
  )[..$pool] AS text
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
  RETURN collect({name: node.text, score: score}) AS sessions
}
RETURN vector, text, reached, sessions
