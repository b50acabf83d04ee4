// Rebuilds what a space keeps of its contents: who speaks in it, by which names they are addressed where two talk, which
// other names consolidation learnt, and how many texts it holds. A name that was learnt of somebody who speaks no more goes.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of verbatim texts
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.speakers = COLLECT {
  MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
  WHERE session.space = $space AND session.kind = 'Session'
  UNWIND session.speakers AS name
  RETURN DISTINCT name ORDER BY name
}, space.aliases = COLLECT {
  MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
  WHERE session.space = $space AND session.kind = 'Session' AND size(session.speakers) = 2
  UNWIND coalesce(session['addressed'], []) AS each
  UNWIND session.speakers AS speaker
  WITH each, speaker WHERE NOT each ENDS WITH ' by ' + speaker
  WITH DISTINCT head(split(each, ' by ')) + ' = ' + speaker AS alias
  RETURN alias ORDER BY alias
}, space.texts = COUNT {
  MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind)
  WHERE text.space = $space AND text.kind IN $kinds
}
WITH space
SET space.given_aliases = COLLECT {
  UNWIND coalesce(space['given_aliases'], []) AS alias
  UNWIND space.speakers AS speaker
  WITH alias, speaker WHERE alias ENDS WITH ' = ' + speaker
  RETURN alias
}
WITH space
CALL (space) {
  MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
  WHERE session.space = $space AND session.kind = 'Session' AND any(alias IN coalesce(session['learnt_aliases'], [])
    WHERE NOT substring(alias, size(split(alias, ' = ')[0]) + 3) IN space.speakers)
  SET session.learnt_aliases = nullIf([alias IN session.learnt_aliases
    WHERE substring(alias, size(split(alias, ' = ')[0]) + 3) IN space.speakers], [])
  WITH session
  MATCH (session)-[:HAS_EPISODE]->(turn:Clew) WHERE turn['learnt_aliases'] IS NOT NULL
  SET turn.learnt_aliases = nullIf([alias IN turn.learnt_aliases
    WHERE substring(alias, size(split(alias, ' = ')[0]) + 3) IN space.speakers], [])
}
SET space.learnt_aliases = COLLECT {
  MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
  WHERE session.space = $space AND session.kind = 'Session'
  UNWIND coalesce(session['learnt_aliases'], []) AS alias
  RETURN DISTINCT alias ORDER BY alias
}
