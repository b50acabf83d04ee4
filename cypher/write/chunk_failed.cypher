// Notes why a chunk could not be consolidated; it stays pending.
// $space: STRING  the tenant
// $id: STRING  its first turn
// $reason: STRING  one sentence
// -> nothing
MATCH (turn:Clew {space: $space, id: $id}) USING INDEX SEEK turn:Clew(space, id)
WHERE turn.consolidated_at IS NULL
SET turn.failure = $reason
