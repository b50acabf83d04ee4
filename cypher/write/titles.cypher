// Returns the names that are what a document is about, by its title.
// $space: STRING  the tenant
// $names: LIST<STRING>  normalised names
// -> title: STRING  each name that is
UNWIND $names AS name
MATCH (entity:Clew {space: $space, id: 'entity:' + name}) USING INDEX SEEK entity:Clew(space, id)
WHERE EXISTS { (entity)<-[:TITLED]-() }
RETURN name AS title
