// Joins turns to what they are about: to the entity where the word is a name, else to the concept, made on first use.
// $space: STRING  the tenant
// $rows: LIST<MAP>  episode (its id) and concepts (topics, each with the word that is shown of it) of each turn
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (turn:Clew {space: $space, id: row.episode}) USING INDEX SEEK turn:Clew(space, id)
UNWIND row.concepts AS word
CALL (word) {
  MATCH (entity:Clew {space: $space, id: 'entity:' + word[1]}) USING INDEX SEEK entity:Clew(space, id)
  RETURN collect(entity) AS entities
}
CALL (word, entities) {
  UNWIND CASE entities WHEN [] THEN [word] ELSE [] END AS new
  MERGE (concept:Clew {space: $space, id: 'concept:' + new[0]})
  ON CREATE SET concept:Concept, concept.kind = 'Concept', concept.name = new[0], concept.text = new[1],
    concept.created_at = $now
  RETURN collect(concept) AS made
}
WITH turn, word, entities, head(entities + made) AS topic
WHERE NOT EXISTS { (turn)-[mention:MENTIONS]->(topic) WHERE NOT mention.titled } // what it names it is about
CREATE (turn)-[:HAS_CONCEPT {created_at: $now, expired_at: $forever}]->(topic)
FOREACH (entity IN entities | SET entity.topic = word[0])
