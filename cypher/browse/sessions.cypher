// Some sessions of a space, the latest first.
// $space: STRING  the tenant
// $since: ZONED DATETIME  when the last one before these began; the open end for the first ones
// $name: STRING  its name; empty for the first ones
// $beginning: ZONED DATETIME  stands for when a session began that nobody dated
// $limit: INTEGER  how many are returned at most
// -> name: STRING  the session's name
// -> turns: INTEGER  how many of its turns are there
// -> at: ZONED DATETIME  when it began; null where that is not known
// -> speakers: LIST<STRING>  who speaks in it
MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
WHERE session.space = $space AND session.kind = 'Session'
WITH session, coalesce(session['at'], $beginning) AS began
WHERE began < $since OR began = $since AND session.text > $name
WITH session, began ORDER BY began DESC, session.text LIMIT $limit
RETURN session.text AS name, COUNT { (session)-[:HAS_EPISODE]->() } AS turns, session['at'] AS at, session.speakers AS speakers
ORDER BY began DESC, name
