// Which conversations are there? All sessions in which somebody speaks, with their dates, speakers and length, the latest first.
// $space: STRING  the tenant
// -> session: STRING  its name
// -> begins: ZONED DATETIME  date of its first turn
// -> ends: ZONED DATETIME  date of its last turn
// -> speakers: LIST<STRING>  who speaks in it
// -> turns: INTEGER  how many there are
MATCH (session:Clew {space: $space, kind: 'Session'}) USING INDEX SEEK session:Clew(space, kind)
WHERE size(session.speakers) > 0
MATCH (session)-[:HAS_EPISODE]->(turn:Episode)
RETURN session.text AS session, min(turn.at) AS begins, max(turn.at) AS ends, session.speakers AS speakers, count(turn) AS turns
ORDER BY ends DESC, session
