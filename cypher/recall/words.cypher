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
// -> text: LIST<MAP{id: STRING, score: FLOAT, session: STRING, speaker: STRING, second: FLOAT}>  each hit: its session or document, and its second since 1970
// -> reached: INTEGER  hits that were looked at
CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $fetched}) YIELD node, score
RETURN count(*) AS reached, collect(
  CASE WHEN node.space = $space AND node.kind = $kind AND score > 0
      AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of)
      AND ($is_open OR CASE WHEN $by_source THEN EXISTS {
        MATCH (node)-[:/*rests on*/DERIVED_FROM|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
        WHERE said.session >= $session_low AND said.session <= $session_high
          AND said.speaker >= $speaker_low AND said.speaker <= $speaker_high AND said.at >= $since AND said.at < $until
      } ELSE node.session >= $session_low AND node.session <= $session_high
        AND node.speaker >= $speaker_low AND node.speaker <= $speaker_high
        AND node.valid_from >= $since AND node.valid_from < $until END)
  THEN {id: node.id, score: score, session: coalesce(node.session, node.document), speaker: node.speaker, second: node.at.epochSeconds + node.at.microsecond / 1000000.0} END
)[..$pool] AS text
