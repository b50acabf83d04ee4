// Episodes of $session in $space: a conversation with its turns in order.
// $space: STRING  the tenant
// $session: STRING  name of the session
// -> turns: PATH  from the session to a turn
// -> following: LIST<PATH>  from the turn to the one after it
MATCH (session:Clew {space: $space, kind: 'Session'}) USING INDEX SEEK session:Clew(space, kind)
WHERE session.text = $session
MATCH turns = (session)-[:HAS_EPISODE]->(turn:Episode)
WITH turns, turn ORDER BY turn.position LIMIT 1000
RETURN turns, COLLECT { MATCH following = (turn)-[:NEXT]->(:Episode) RETURN following } AS following
