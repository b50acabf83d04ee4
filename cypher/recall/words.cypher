// The best of a space by words, kind by kind, its best sessions, and what it holds (as `recall/contents`, of which recall assumes that it did not change); all in one statement, which the server works on while the encoder does.
// No row where nothing was ever remembered in the space.
// Full text cannot tell what holds or passes a filter: it is asked for more where that is needed.
// $space: STRING  the tenant
// $searches: LIST<MAP>  of each: kind; words, the full-text query for it; pool, hits taken; fetched, hits looked at
// $kinds: LIST<STRING>  labels of what is searched
// $most: INTEGER  sessions, and turns with dates, that are counted
// $session_words: STRING  the full-text query for sessions
// $session_pool: INTEGER  sessions taken
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $is_filtered: BOOLEAN  whether a filter narrows what is found; else none of what follows is looked at
// $is_open: BOOLEAN  whether the sessions, speakers, times and metadata below hold everything, and are not looked at
// $sessions: LIST<STRING>  names of the sessions; none for any
// $speakers: LIST<STRING>  the speakers; none for any
// $since: ZONED DATETIME  said not before; null where it is open
// $until: ZONED DATETIME  said before; null where it is open
// $first_day: STRING  or with something that happens on this day
// $last_day: STRING  to this one; both null where what happens does not count
// $metadata: LIST<LIST<LIST<STRING>>>  of each key where its terms lie: from the first text on and before the second, of any of these
// $entities: LIST<STRING>  ids of people and things, of which the memory itself names one; none for any
// $min_belief: FLOAT  what is believed less does not pass
// $now: ZONED DATETIME  the present instant
// $rules: LIST<MAP>  of each kind that is kept for a time: kind, and before, the instant before which it is remembered too long ago
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> contents: MAP{closed: BOOLEAN, speakers: LIST<STRING>, given_aliases: LIST<STRING>, shown_aliases: LIST<STRING>, learnt_aliases: LIST<STRING>, texts: INTEGER, kinds: LIST<STRING>, date_order: STRING, sessions: INTEGER, encoder: STRING}  what the space holds
// -> best_sessions: MAP{name: LIST<STRING>, score: LIST<FLOAT>}  by their words
// -> found: LIST<MAP{kind: STRING, hits: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, score: LIST<FLOAT>}, reached: INTEGER}>  of each search: what was found, its session or document, its second since 1970, and its BM25; and how many hits were looked at, of which those that hold are in `hits`
// -> due: BOOLEAN  whether the space holds anything that has expired
CALL () {
  MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
  CALL () {
    OPTIONAL MATCH (text:Clew {space: $space, date_order: 'day'}) USING INDEX SEEK text:Clew(space, date_order)
    WITH text LIMIT $most
    RETURN count(text) AS day_first
  }
  CALL () {
    OPTIONAL MATCH (text:Clew {space: $space, date_order: 'month'}) USING INDEX SEEK text:Clew(space, date_order)
    WITH text LIMIT $most
    RETURN count(text) AS month_first
  }
  RETURN space.closed AS closed, space.speakers AS speakers,
    coalesce(space['given_aliases'], []) AS given_aliases, coalesce(space['aliases'], []) AS shown_aliases,
    coalesce(space['learnt_aliases'], []) AS learnt_aliases, space.texts AS texts, COLLECT {
    UNWIND $kinds AS kind
    WITH kind
    WHERE EXISTS { MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind) WHERE text.space = $space AND text.kind = kind }
    RETURN kind
  } AS kinds, COUNT {
    MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
    WHERE session.space = $space AND session.kind = 'Session'
    RETURN session LIMIT $most
  } AS sessions, CASE
    WHEN day_first > 3 * month_first THEN 'day'
    WHEN month_first > 3 * day_first THEN 'month'
  END AS date_order, head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder
}
CALL () {
  CALL db.index.fulltext.queryNodes('clew_text', $session_words, {limit: $session_pool}) YIELD node, score
  WHERE node.space = $space AND score > 0
    AND ($as_of = $forever OR NOT EXISTS { MATCH (node)-[:HAS_EPISODE]->(turn:Clew) WHERE turn.at > $as_of }) // its words may have been said later
  WITH collect(node) AS nodes, collect(score) AS scores
  RETURN {name: [node IN nodes | node.text], score: scores} AS best_sessions
}
CALL () {
  UNWIND $searches AS search
  CALL (search) {
    CALL db.index.fulltext.queryNodes('clew_text', search.words, {limit: search.fetched}) YIELD node, score
    WITH count(*) AS reached, collect(
      CASE WHEN node.space = $space AND node.kind = search.kind AND score > 0
          AND node.valid_from <= $as_of AND (node.expired_at = $forever OR node.valid_to > $as_of)
          AND (NOT $is_filtered OR coalesce(node['belief'], 1.0) >= $min_belief
          AND (size($entities) = 0 OR EXISTS { MATCH (node)<-[:HAS_PART*0..1]-(:Clew)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(thing:Clew) WHERE thing.id IN $entities })
          AND ($is_open OR EXISTS {
            MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*0..4]->(said:Clew)
            WHERE said.session IS NOT NULL AND (size($sessions) = 0 OR said.session IN $sessions) AND (size($speakers) = 0 OR said.speaker IN $speakers)
              AND (said.valid_from >= $since AND said.valid_from < $until OR any(time IN node['happens'] WHERE left(time, 10) <= $last_day AND $first_day <= right(time, 10)))
              AND all(spans IN $metadata WHERE any(term IN said['terms'] WHERE any(span IN spans WHERE span[0] <= term AND term < span[1])))
          }))
      THEN [node, score] END
    ) AS held
    RETURN reached, held[..search.pool] AS worded
  }
  RETURN collect({
    kind: search.kind, reached: reached, hits: {
      id: [hit IN worded | hit[0].id], kind: [hit IN worded | hit[0].kind],
      session: [hit IN worded | coalesce(hit[0].session, hit[0].document)], speaker: [hit IN worded | hit[0].speaker],
      second: [hit IN worded | CASE WHEN $timed THEN (hit[0].at.epochMillis * 1000 + hit[0].at.microsecond % 1000) / 1000000.0 END],
      score: [hit IN worded | hit[1]]
    }
  }) AS found
}
RETURN {
  closed: closed, speakers: speakers, given_aliases: given_aliases, shown_aliases: shown_aliases,
  learnt_aliases: learnt_aliases, texts: texts, kinds: kinds, date_order: date_order, sessions: sessions, encoder: encoder
} AS contents, best_sessions, found, EXISTS {
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind, expires_at)
  WHERE node.space = $space AND node.kind = 'Episode' AND node.expires_at <= $now
} OR EXISTS {
  UNWIND $rules AS rule
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind, created_at)
  WHERE node.space = $space AND node.kind = rule.kind AND node.created_at <= rule.before
  RETURN node
} AS due
