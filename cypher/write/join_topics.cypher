// A word that is a name is one entity: what was about the topic of that word is about the entity, and the concept goes.
// A text that names the entity itself needs no topic.
// $space: STRING  the tenant
// $rows: LIST<MAP>  name of an entity, and topic (the name of the concept of that word) of each
// -> nothing
UNWIND $rows AS row
MATCH (concept:Clew {space: $space, id: 'concept:' + row.topic}) USING INDEX SEEK concept:Clew(space, id)
MATCH (entity:Clew {space: $space, id: 'entity:' + row.name}) USING INDEX SEEK entity:Clew(space, id)
CALL (concept, entity) {
  MATCH (source)-[old:/*topics*/HAS_CONCEPT|ABOUT_CONCEPT/**/]->(concept)
  WHERE NOT EXISTS { (source)-[mention:MENTIONS]->(entity) WHERE source:Episode AND NOT mention.titled }
  MERGE (source)-[new:$(type(old))]->(entity)
  SET new = properties(old), entity.topic = concept.name
}
DETACH DELETE concept
