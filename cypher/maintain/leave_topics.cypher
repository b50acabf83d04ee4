// Entities of which a name or a topic went: one that nothing names any more, though something is about its word, is a
// concept again; one that nothing is about by its word is a name only.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the entities
// $now: ZONED DATETIME  the present instant
// -> id: STRING  of each that is a concept now
UNWIND $ids AS id
MATCH (entity:Clew {space: $space, id: id}) USING INDEX SEEK entity:Clew(space, id)
SET entity.topic = CASE WHEN EXISTS { (entity)<-[:/*topics*/HAS_CONCEPT|ABOUT_CONCEPT/**/]-() } THEN entity.topic END
WITH id, entity
WHERE entity.topic IS NOT NULL AND NOT EXISTS { (entity)-[:!(/*topics*/HAS_CONCEPT|ABOUT_CONCEPT/**/)]-() }
MERGE (concept:Clew {space: $space, id: 'concept:' + entity.topic})
ON CREATE SET concept:Concept, concept.kind = 'Concept', concept.name = entity.topic, concept.text = entity.name,
  concept.created_at = $now
SET concept.embedding = coalesce(concept.embedding, entity.embedding)
WITH id, entity, concept
CALL (entity, concept) {
  MATCH (source)-[old:/*topics*/HAS_CONCEPT|ABOUT_CONCEPT/**/]->(entity)
  CREATE (source)-[new:$(type(old))]->(concept)
  SET new = properties(old)
}
DETACH DELETE entity
RETURN id
