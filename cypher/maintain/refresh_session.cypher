// Rebuilds what a session keeps of its turns.
// $space: STRING  the tenant
// $session: STRING  the session's name
// $speakers: LIST<STRING>  who still speaks in it
// $text: STRING  the words of its turns
// -> nothing
MATCH (session:Clew {space: $space, id: 'session:' + $session})
SET session.speakers = $speakers, session.session_text = $text, session.at = COLLECT {
  MATCH (turn:Clew)
  WHERE turn.space = $space AND turn.session = $session AND turn.position >= 0
  RETURN turn.at ORDER BY turn.position LIMIT 1
}[0]
