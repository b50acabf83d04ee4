// Which of some names are entities, and how common each is.
// $space: STRING  the tenant
// $names: LIST<STRING>  normalised names
// -> name: STRING  each that is one
// -> id: STRING  the entity
// -> degree: INTEGER  texts that mention it
// -> titled: BOOLEAN  whether a document is about it
UNWIND $names AS name
MATCH (entity:Clew {space: $space, id: 'entity:' + name})
RETURN name, entity.id AS id, COUNT { (entity)<-[:MENTIONS]-() } AS degree, EXISTS { (entity)<-[:TITLED]-() } AS titled
ORDER BY name
