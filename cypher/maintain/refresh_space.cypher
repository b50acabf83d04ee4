// Rebuilds what a space keeps of its contents: who speaks in it, and how many texts it holds.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of verbatim texts
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.speakers = COLLECT {
  MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
  WHERE session.space = $space AND session.kind = 'Session'
  UNWIND session.speakers AS name
  RETURN DISTINCT name ORDER BY name
}, space.texts = COUNT {
  MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind)
  WHERE text.space = $space AND text.kind IN $kinds
}
