// Some turns of a session, in their order.
// $space: STRING  the tenant
// $session: STRING  the session's name
// $first: INTEGER  position of the first
// $limit: INTEGER  how many are returned at most
// -> id: STRING  of the turn
// -> position: INTEGER  its place in the session, from 0
// -> speaker: STRING  who said it; may be empty
// -> text: STRING  what was said
// -> caption: STRING  what its image shows; may be empty
// -> at: ZONED DATETIME  when
MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, session, position)
WHERE turn.space = $space AND turn.session = $session AND turn.position >= $first
RETURN turn.id AS id, turn.position AS position, turn.speaker AS speaker, turn.text AS text, turn.caption AS caption, turn.at AS at
ORDER BY position LIMIT $limit
