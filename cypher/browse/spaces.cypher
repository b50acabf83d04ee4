// The spaces of the store, by name.
// scope: store
// $after: STRING  name of the last one before these; empty for the first ones
// $every: BOOLEAN  whether each space may be returned
// $among: LIST<STRING>  otherwise the names of those that may
// $limit: INTEGER  how many are returned at most
// -> name: STRING  the space's name
// -> sessions: INTEGER  how many sessions it holds
// -> last: ZONED DATETIME  when the latest of these began; null where that is not known
// -> waiting: INTEGER  how many of these have turns that are not consolidated
MATCH (space:Clew {id: 'space'})
WHERE space.space > $after AND ($every OR space.space IN $among)
WITH space ORDER BY space.space LIMIT $limit
CALL (space) {
  MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
  WHERE session.space = space.space AND session.kind = 'Session'
  RETURN count(*) AS sessions, max(session.at) AS last, count(CASE WHEN coalesce(session.pending, true) THEN 1 END) AS waiting
}
RETURN space.space AS name, sessions, last, waiting
ORDER BY name
