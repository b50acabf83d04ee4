// Rebuilds the list of who speaks in a space from its sessions.
// $space: STRING  the tenant
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'})
SET space.speakers = COLLECT {
  MATCH (session:Clew)
  WHERE session.space = $space AND session.kind = 'Session'
  UNWIND session.speakers AS name
  RETURN DISTINCT name ORDER BY name
}
