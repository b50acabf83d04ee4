// The people and things of some names, and what is known to be the same.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the entities that the names may stand for
// -> id: STRING  of each entity that is there
UNWIND $ids AS id
MATCH (known:Clew {space: $space, id: id}) USING INDEX SEEK known:Clew(space, id)
MATCH (known)-[:/*same*/SAME_AS/**/*0..]-(same:Entity)
RETURN DISTINCT same.id AS id
