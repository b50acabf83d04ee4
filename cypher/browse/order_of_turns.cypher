// Those of some memories that are turns and were not corrected, session by session, as they were said.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> id: STRING  of each turn
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
WHERE turn.kind = 'Episode' AND turn['position'] IS NOT NULL
RETURN turn.id AS id ORDER BY turn.session, turn.position
