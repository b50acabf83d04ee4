// Takes the lock of the space's one writer until the transaction ends, and says which of some texts still wait. Unlike
// `lock_space` it makes no space: one that was forgotten since they were read stays forgotten.
// $space: STRING  the tenant
// $ids: LIST<STRING>  turns, or passages
// $now: ZONED DATETIME  the present instant
// -> closed: BOOLEAN  whether the space is being forgotten; null where there is none
// -> waiting: LIST<STRING>  the ids of those that are there and not consolidated
OPTIONAL MATCH (space:Clew {space: $space, id: 'space'})
SET space.locked_at = $now
RETURN space.closed AS closed, COLLECT {
  UNWIND $ids AS id
  MATCH (text:Clew {space: $space, id: id})
  WHERE text.consolidated_at IS NULL
  RETURN text.id
} AS waiting
