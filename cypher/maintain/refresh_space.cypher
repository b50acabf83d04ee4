// Rebuilds what a space keeps of its contents: who speaks in it, and how many texts it holds.
// $space: STRING  the tenant
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'})
SET space.speakers = COLLECT {
  MATCH (session:Clew)
  WHERE session.space = $space AND session.kind = 'Session'
  UNWIND session.speakers AS name
  RETURN DISTINCT name ORDER BY name
}, space.texts = COUNT {
  MATCH (text:Clew)
  WHERE text.space = $space AND text.kind IN ['Episode', 'Passage']
}
