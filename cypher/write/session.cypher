// Makes a session on first use and records what is appended to it.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $session: STRING  the session's name
// $length: INTEGER  the position after its last turn
// $speakers: LIST<STRING>  who speaks in what is appended
// $first_at: ZONED DATETIME  when it began
// $text: STRING  the words appended, for the session's own full text
// $longest: INTEGER  characters of it that are kept
// $now: ZONED DATETIME  the present instant
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'})
SET space.speakers = COLLECT {
  UNWIND space.speakers + $speakers AS name
  RETURN DISTINCT name ORDER BY name
}
MERGE (session:Clew {space: $space, id: 'session:' + $session})
ON CREATE SET session:Session, session.kind = 'Session', session.space_key = $space_key, session.text = $session,
  session.at = $first_at, session.speakers = [], session.session_text = '', session.created_at = $now
SET session.length = $length,
    session.speakers = COLLECT { UNWIND session.speakers + $speakers AS name RETURN DISTINCT name ORDER BY name },
    session.session_text = left(session.session_text + $text, $longest)
