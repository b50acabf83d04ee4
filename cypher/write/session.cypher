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
SET space.speakers = space.speakers + [name IN $speakers WHERE NOT name IN space.speakers]
MERGE (session:Clew {space: $space, id: 'session:' + $session})
ON CREATE SET session:Session, session.kind = 'Session', session.space_key = $space_key, session.text = $session,
  session.at = $first_at, session.speakers = [], session.session_text = '', session.created_at = $now
SET session.length = $length,
    session.speakers = session.speakers + [name IN $speakers WHERE NOT name IN session.speakers],
    session.session_text = left(session.session_text + $text, $longest)
