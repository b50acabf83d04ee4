// The best of a space by words, kind by kind, and its best sessions; all kinds in one statement, which the server works on while the encoder does.
// Full text cannot tell what holds or passes a filter: it is asked for more where that is needed.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind; words, the full-text query for it; pool, hits taken; fetched, hits looked at; by_source, whether the bounds below bound the turns that a hit rests on, not the hit itself
// $session_words: STRING  the full-text query for sessions
// $session_pool: INTEGER  sessions taken
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $is_open: BOOLEAN  whether the bounds below hold everything, and are not looked at
// $session_low: STRING  the session; empty for any
// $speaker_low: STRING  the speaker; empty for any
// $since: ZONED DATETIME  not before; null where it is open
// $until: ZONED DATETIME  before; null where it is open
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> kind: STRING  of a search
// -> hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}  each that was found: its session or document, its second since 1970, and its BM25
// -> reached: INTEGER  hits that were looked at, of which those that hold are in `hits`
// -> sessions: MAP{name: LIST<STRING>, score: LIST<FLOAT>}  the best sessions, the same for each search
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $session_pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
  WITH collect(node) AS nodes, collect(score) AS scores
  RETURN {name: [node IN nodes | node.text], score: scores} AS sessions
}
UNWIND $searches AS search
CALL (search) {
  CALL db.index.fulltext.queryNodes('clew_text', search.words, {limit: search.fetched}) YIELD node, score
  WITH count(*) AS reached, collect(
    CASE WHEN node.space = $space AND node.kind = search.kind AND score > 0
        AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of)
        AND ($is_open OR CASE WHEN search.by_source THEN EXISTS {
          MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]->(said:Clew)
          WHERE said.session >= $session_low AND $session_low IN ['', said.session]
            AND said.speaker >= $speaker_low AND $speaker_low IN ['', said.speaker] AND said.at >= $since AND said.at < $until
        } ELSE node.session >= $session_low AND $session_low IN ['', node.session]
          AND node.speaker >= $speaker_low AND $speaker_low IN ['', node.speaker]
          AND node.valid_from >= $since AND node.valid_from < $until END)
    THEN [node, score] END
  ) AS held
  RETURN reached, held[..search.pool] AS worded
}
RETURN search.kind AS kind, {
  id: [hit IN worded | hit[0].id], kind: [hit IN worded | hit[0].kind],
  session: [hit IN worded | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN worded | hit[0].speaker],
  second: [hit IN worded | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
  score: [hit IN worded | hit[1]]
} AS hits, reached, sessions
