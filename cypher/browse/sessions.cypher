// Some sessions of a space, the latest first.
// $space: STRING  the tenant
// $skip: INTEGER  how many later ones are left out
// $limit: INTEGER  how many are returned at most
// -> name: STRING  the session's name
// -> turns: INTEGER  how many of its turns are there
// -> at: ZONED DATETIME  when it began; null where that is not known
// -> speakers: LIST<STRING>  who speaks in it
MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
WHERE session.space = $space AND session.kind = 'Session'
WITH session ORDER BY session['at'] DESC, session.text SKIP $skip LIMIT $limit
RETURN session.text AS name, COUNT { (session)-[:HAS_EPISODE]->() } AS turns, session['at'] AS at, session.speakers AS speakers
ORDER BY at DESC, name
