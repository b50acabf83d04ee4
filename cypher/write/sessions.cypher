// Makes sessions on first use and records what is appended to each.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  session (its name), length (the position after its last turn), first_at (when it began), and the speakers and the text of what is appended
// $texts: INTEGER  turns that are appended
// $longest: INTEGER  characters of a session's own full text that are kept
// $now: ZONED DATETIME  the present instant
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.texts = space.texts + $texts, space.speakers = COLLECT {
  UNWIND $rows AS row
  UNWIND space.speakers + row.speakers AS name
  RETURN DISTINCT name ORDER BY name
}
WITH *
UNWIND $rows AS row
MERGE (session:Clew {space: $space, id: 'session:' + row.session})
ON CREATE SET session:Session, session.kind = 'Session', session.space_key = $space_key, session.text = row.session,
  session.at = row.first_at, session.speakers = [], session.session_text = '', session.created_at = $now
SET session.length = row.length, session.pending = true,
    session.speakers = COLLECT { UNWIND session.speakers + row.speakers AS name RETURN DISTINCT name ORDER BY name },
    session.session_text = left(session.session_text + row.text, $longest)
