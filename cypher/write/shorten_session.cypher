// Ends a session at a position, so that its turns can be given anew from there on, and returns the turns that stand there.
// $space: STRING  the tenant
// $session: STRING  its name
// $length: INTEGER  the position
// -> ids: LIST<STRING>  of these turns, in their order, and of what was corrected there
MATCH (session:Clew {space: $space, id: 'session:' + $session}) USING INDEX SEEK session:Clew(space, id)
SET session.length = $length, session.digest = ''
RETURN COLLECT {
  MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, session, position)
  WHERE turn.space = $space AND turn.session = $session AND turn.position >= $length
  RETURN turn.id ORDER BY turn.position
} + COLLECT {
  MATCH (session)-[:HAD_EPISODE]->(turn:Clew)
  WHERE turn.was_at >= $length
  RETURN turn.id ORDER BY turn.was_at, turn.id
} AS ids
