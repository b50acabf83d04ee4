// The best of a space by words, out of more hits of full text, which cannot tell what holds or passes a filter.
// $space: STRING  the tenant
// $kind: STRING  the kind that is searched
// $words: STRING  the full-text query for that kind
// $pool: INTEGER  hits taken
// $fetched: INTEGER  hits fetched
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $is_open: BOOLEAN  whether the bounds below are to be left alone
// $by_source: BOOLEAN  whether they bound the turns that a hit rests on, not the hit itself
// $session_low: STRING  the session, or the lowest text
// $session_high: STRING  the session, or the highest text
// $speaker_low: STRING  the speaker, or the lowest text
// $speaker_high: STRING  the speaker, or the highest text
// $since: ZONED DATETIME  not before
// $until: ZONED DATETIME  before
// $forever: ZONED DATETIME  the open end
// -> candidates: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>}  each that was found: its session or document, and its second since 1970
// -> text: MAP{id: LIST<STRING>, score: LIST<FLOAT>}  hits by words
// -> reached: INTEGER  hits by words that were looked at, of which those that hold are in `text`
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $fetched}) YIELD node, score
  RETURN count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = $kind AND score > 0
        AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of)
        AND ($is_open OR CASE WHEN $by_source THEN EXISTS {
          MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
          WHERE said.session >= $session_low AND said.session <= $session_high
            AND said.speaker >= $speaker_low AND said.speaker <= $speaker_high AND said.at >= $since AND said.at < $until
        } ELSE node.session >= $session_low AND node.session <= $session_high
          AND node.speaker >= $speaker_low AND node.speaker <= $speaker_high
          AND node.valid_from >= $since AND node.valid_from < $until END)
    THEN [node, score] END
  )[..$pool] AS worded
}
CALL (worded) {
  UNWIND worded AS hit
  WITH DISTINCT hit[0] AS node
  WITH collect(node) AS nodes
  RETURN {
    id: [node IN nodes | node.id], kind: [node IN nodes | node.kind],
    session: [node IN nodes | coalesce(node.session, node.document)], speaker: [node IN nodes | node.speaker],
    second: [node IN nodes | node.at.epochSeconds + node.at.microsecond / 1000000.0]
  } AS candidates
}
RETURN candidates, {id: [hit IN worded | hit[0].id], score: [hit IN worded | hit[1]]} AS text, reached
