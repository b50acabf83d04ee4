// Takes the lock of the space's one writer to go on with a forgetting that does not fit one transaction.
// $space: STRING  the tenant
// $now: ZONED DATETIME  the present instant
// -> closed: BOOLEAN  whether the whole space is being forgotten
// -> leaving: LIST<STRING>  ids of what is being forgotten otherwise
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.locked_at = CASE WHEN space.locked_at >= $now THEN space.locked_at + duration({microseconds: 1}) ELSE $now END
RETURN space.closed AS closed, coalesce(space['leaving'], []) AS leaving
