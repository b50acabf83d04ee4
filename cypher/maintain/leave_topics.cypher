// Entities that nothing names any more, though something is about their word: each is a concept again.
// $space: STRING  the tenant
// $ids: LIST<STRING>  entities of which a name went
// $now: ZONED DATETIME  the present instant
// -> id: STRING  of each that was such an entity
UNWIND $ids AS id
MATCH (entity:Clew {space: $space, id: id}) USING INDEX SEEK entity:Clew(space, id)
WHERE entity.topic IS NOT NULL AND NOT EXISTS { (entity)-[:!(HAS_CONCEPT|ABOUT_CONCEPT)]-() }
MERGE (concept:Clew {space: $space, id: 'concept:' + entity.topic})
ON CREATE SET concept:Concept, concept.kind = 'Concept', concept.name = entity.topic, concept.text = entity.name,
  concept.created_at = $now
SET concept.embedding = coalesce(concept.embedding, entity.embedding)
WITH id, entity, concept
CALL (entity, concept) {
  MATCH (source)-[old:HAS_CONCEPT|ABOUT_CONCEPT]->(entity)
  CREATE (source)-[new:$(type(old))]->(concept)
  SET new = properties(old)
}
DETACH DELETE entity
RETURN id
