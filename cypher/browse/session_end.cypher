// The position after the last turn of a session; no row where it has none.
// $space: STRING  the tenant
// $session: STRING  the session's name
// -> end: INTEGER  turns that were forgotten before the last one count, too
MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, session, position)
WHERE turn.space = $space AND turn.session = $session AND turn.position >= 0
RETURN turn.position + 1 AS end
ORDER BY turn.position DESC LIMIT 1
