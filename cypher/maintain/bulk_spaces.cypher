// What tells whether spaces are written while they are exported, and how much they hold.
// $names: LIST<STRING>  of the spaces
// scope: store
// -> name: STRING  of a space that is there
// -> locked_at: ZONED DATETIME  when its one writer took its lock last; null where nobody did
// -> leaving: BOOLEAN  whether it, or much of it, is being forgotten
// -> nodes: INTEGER  in it
UNWIND $names AS name
MATCH (space:Clew {space: name, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
RETURN name, space.locked_at AS locked_at, coalesce(space.closed, false) OR 'leaving' IN keys(space) AS leaving,
  COUNT { MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id) WHERE node.space = name AND node.id >= '' } AS nodes
ORDER BY name
