// Who speaks in a space; no row where nothing was ever remembered in it.
// $space: STRING  the tenant
// -> speakers: LIST<STRING>  their names
// -> closed: BOOLEAN  whether the space is being forgotten
MATCH (space:Clew {space: $space, id: 'space'})
RETURN space.speakers AS speakers, space.closed_at IS NOT NULL AS closed
