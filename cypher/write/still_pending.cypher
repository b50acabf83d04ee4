// Which of some turns are there and not consolidated.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns
// -> id: STRING  each that is
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id})
WHERE turn.consolidated_at IS NULL
RETURN turn.id AS id
