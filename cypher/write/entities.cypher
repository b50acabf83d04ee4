// Which names are entities of the space.
// $space: STRING  the tenant
// $names: LIST<STRING>  normalised
// -> name: STRING  each that is one
UNWIND $names AS name
MATCH (entity:Clew {space: $space, id: 'entity:' + name}) USING INDEX SEEK entity:Clew(space, id)
RETURN DISTINCT name
