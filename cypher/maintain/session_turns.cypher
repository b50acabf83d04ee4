// The turns of a session, in order.
// $space: STRING  the tenant
// $session: STRING  the session's name
// -> id: STRING  the turn
// -> speaker: STRING  who said it
// -> text: STRING  what was said
// -> caption: STRING  what its image shows
MATCH (turn:Clew)
WHERE turn.space = $space AND turn.session = $session AND turn.position >= 0
RETURN turn.id AS id, turn.speaker AS speaker, turn.text AS text, turn.caption AS caption
ORDER BY turn.position
