// Which of some names are spaces of the store.
// $names: LIST<STRING>  names
// scope: store
// -> space: STRING  a name that is one
// -> zone: STRING  IANA name of its time zone; null where nobody named one
UNWIND $names AS name
MATCH (space:Clew {space: name, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
RETURN space.space AS space, space['zone'] AS zone
