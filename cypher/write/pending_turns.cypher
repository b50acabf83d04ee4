// The turns of a session that are not consolidated.
// $space: STRING  the tenant
// $session: STRING  its name
// -> id: STRING  the turn
// -> position: INTEGER  its place in the session
// -> speaker: STRING  who said it
// -> text: STRING  what was said
// -> caption: STRING  what its image shows, or empty
// -> at: ZONED DATETIME  when
// -> failure: STRING  why the chunk that begins with it failed; null where none did
MATCH (session:Clew {space: $space, id: 'session:' + $session})-[:HAS_EPISODE]->(turn:Clew) USING INDEX SEEK session:Clew(space, id)
WHERE turn.consolidated_at IS NULL
RETURN turn.id AS id, turn.position AS position, turn.speaker AS speaker, turn.text AS text, turn.caption AS caption,
  turn.at AS at, turn.failure AS failure
ORDER BY position
