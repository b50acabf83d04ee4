// What was said in a conversation? The turns of a session, word for word and in order.
// $space: STRING  the tenant
// $session: STRING  name of the session
// -> at: ZONED DATETIME  when it was said
// -> speaker: STRING  by whom
// -> said: STRING  what
MATCH (turn:Clew {space: $space, session: $session}) USING INDEX SEEK turn:Clew(space, session, position)
WHERE turn:Episode AND turn.position >= 0
RETURN turn.at AS at, turn.speaker AS speaker, turn.text AS said
ORDER BY turn.position
