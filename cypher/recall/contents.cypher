// What a space holds, in short; no row where nothing was ever remembered in it.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of what is searched
// $most: INTEGER  sessions, and turns with dates, that are counted
// -> closed: BOOLEAN  whether the space is being forgotten
// -> speakers: LIST<STRING>  who speaks in it
// -> given_aliases: LIST<STRING>  other names of theirs that a caller gave, as name = speaker
// -> shown_aliases: LIST<STRING>  those by which they are greeted
// -> learnt_aliases: LIST<STRING>  those that consolidation found
// -> texts: INTEGER  verbatim texts
// -> kinds: LIST<STRING>  which of what is searched it has
// -> date_order: STRING  `day` or `month`: what comes first in its dates where that shows; null where nothing does, or no habit
// -> sessions: INTEGER  how many sessions it has, up to those counted
// -> encoder: STRING  whose vectors the store holds by now
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
