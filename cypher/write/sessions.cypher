// Makes sessions on first use and records what is appended to each.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  session (its name), length (the position after its last turn), first_at (when it began), and of what is appended the speakers, who addresses by which name (name by speaker), and the text
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
    session.addressed = COLLECT { UNWIND coalesce(session['addressed'], []) + row.addressed AS each RETURN DISTINCT each ORDER BY each },
    session.session_text = left(session.session_text + row.text, $longest)
WITH space, collect(session) AS sessions
SET space.aliases = COLLECT {
  UNWIND coalesce(space['aliases'], []) + COLLECT {
    UNWIND sessions AS session
    WITH session WHERE size(session.speakers) = 2
    UNWIND session.addressed AS each
    UNWIND session.speakers AS speaker
    WITH each, speaker WHERE NOT each ENDS WITH ' by ' + speaker
    RETURN head(split(each, ' by ')) + ' = ' + speaker
  } AS alias
  RETURN DISTINCT alias ORDER BY alias
}
