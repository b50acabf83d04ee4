// Which of some names are spaces of the store.
// $names: LIST<STRING>  names
// scope: store
// -> space: STRING  a name that is one
UNWIND $names AS name
MATCH (space:Clew {space: name, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
RETURN space.space AS space
