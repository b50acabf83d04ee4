// Who speaks in a space; no row where nothing was ever remembered in it.
// $space: STRING  the tenant
// -> speakers: LIST<STRING>  their names
MATCH (space:Clew {space: $space, id: 'space'})
RETURN space.speakers AS speakers
