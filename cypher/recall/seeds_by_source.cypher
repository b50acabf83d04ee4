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
    WHERE near.space = $space AND near.kind = $kind
    LIMIT $fetched
  ) SCORE AS score
  RETURN collect([near.id, score]) AS hits
}
CALL (hits) {
  UNWIND hits AS hit
  MATCH (derived:Clew {space: $space, id: hit[0]}) USING INDEX SEEK derived:Clew(space, id)
  WHERE derived.valid_from <= $as_of AND (derived.expired_at = $forever OR derived.valid_to > $as_of) AND EXISTS {
    MATCH (derived)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
    WHERE said.session >= $session_low AND said.session <= $session_high
      AND said.speaker >= $speaker_low AND said.speaker <= $speaker_high AND said.at >= $since AND said.at < $until
  }
  WITH derived, hit[1] AS score ORDER BY score DESC LIMIT $pool
  RETURN collect([derived, score]) AS closest
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $fetched}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND score > 0
        AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of) AND EXISTS {
          MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
          WHERE said.session >= $session_low AND said.session <= $session_high
            AND said.speaker >= $speaker_low AND said.speaker <= $speaker_high AND said.at >= $since AND said.at < $until
        }
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
