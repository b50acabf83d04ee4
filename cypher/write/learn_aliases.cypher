// Sets the other names of speakers that turns of a session say, in place of those that were learnt of these turns before.
// $space: STRING  the tenant
// $session: STRING  the name of the turns' session
// $rows: LIST<MAP>  id of each turn, and aliases, each as name = speaker
// -> nothing
CALL () {
  UNWIND $rows AS row
  MATCH (turn:Clew {space: $space, id: row.id}) USING INDEX SEEK turn:Clew(space, id)
  SET turn.learnt_aliases = nullIf(row.aliases, [])
}
MATCH (session:Clew {space: $space, id: 'session:' + $session}) USING INDEX SEEK session:Clew(space, id)
SET session.learnt_aliases = nullIf(COLLECT {
  MATCH (session)-[:HAS_EPISODE]->(turn:Clew)
  UNWIND coalesce(turn.learnt_aliases, []) AS alias
  RETURN DISTINCT alias ORDER BY alias
}, [])
WITH session
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.learnt_aliases = COLLECT {
  MATCH (one:Clew) USING INDEX SEEK one:Clew(space, kind)
  WHERE one.space = $space AND one.kind = 'Session'
  UNWIND coalesce(one.learnt_aliases, []) AS alias
  RETURN DISTINCT alias ORDER BY alias
}
