// Retracts a statement or a learning: it is kept with the reason, and believed no more.
// $space: STRING  the tenant
// $id: STRING  of the memory
// $why: STRING  the reason; may be empty
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
MATCH (node:Clew {space: $space, id: $id}) USING INDEX SEEK node:Clew(space, id)
SET node.retracted_why = $why, node.retracted_at = coalesce(node['retracted_at'], $now),
  node.expired_at = CASE WHEN node.expired_at = $forever THEN $now ELSE node.expired_at END
WITH DISTINCT 0 AS once
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.marks = space.marks + 1 // no world is as it was
