// Marks turns as consolidated, and their session where it has no others.
// $space: STRING  the tenant
// $session: STRING  its name
// $ids: LIST<STRING>  the turns
// $extractor: STRING  the language model that read them, or rules
// $now: ZONED DATETIME  the present instant
// -> nothing
CALL () {
  UNWIND $ids AS id
  MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
  SET turn.consolidated_at = $now, turn.extractor = $extractor
  REMOVE turn.failure
}
MATCH (session:Clew {space: $space, id: 'session:' + $session}) USING INDEX SEEK session:Clew(space, id)
SET session.pending = EXISTS {
  (session)-[:HAS_EPISODE]->(turn:Clew) WHERE turn.consolidated_at IS NULL OR turn['failure'] IS NOT NULL
}
