// Removes floors and areas that are no more there; the objects of an area were given to another one before, or are gone.
// $space: STRING  the tenant
// $ids: LIST<STRING>  theirs
// -> nothing
UNWIND $ids AS id
MATCH (place:Clew {space: $space, id: id}) USING INDEX SEEK place:Clew(space, id)
DETACH DELETE place
