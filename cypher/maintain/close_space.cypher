// Takes the lock of a space that is to be forgotten, and closes it to everybody for good.
// $space: STRING  the tenant
// $now: ZONED DATETIME  the present instant
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.locked_at = $now, space.closed = true
