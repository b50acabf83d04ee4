// Joins turns to the concepts they mention; makes the concepts on first use.
// $space: STRING  the tenant
// $rows: LIST<MAP>  episode (its id) and concepts (names, each with what is shown of it) of each turn
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (turn:Clew {space: $space, id: row.episode}) USING INDEX SEEK turn:Clew(space, id)
UNWIND row.concepts AS named
OPTIONAL MATCH (entity:Clew {space: $space, id: 'entity:' + named[1]}) USING INDEX SEEK entity:Clew(space, id)
FOREACH (known IN CASE WHEN entity IS NULL THEN [] ELSE [entity] END |
  MERGE (turn)-[mention:MENTIONS]->(known)
  ON CREATE SET mention.titled = true, mention.created_at = $now, mention.expired_at = $forever
)
WITH turn, named WHERE entity IS NULL
MERGE (concept:Clew {space: $space, id: 'concept:' + named[0]})
ON CREATE SET concept:Concept, concept.kind = 'Concept', concept.name = named[0], concept.text = named[1],
  concept.created_at = $now
CREATE (turn)-[:HAS_CONCEPT {created_at: $now, expired_at: $forever}]->(concept)
