// A word that turns out to be a name is one entity: what was joined to it as a topic is joined to the entity instead.
// $space: STRING  the tenant
// $rows: LIST<MAP>  name of an entity, and topic (the name of the concept of that word) of each
// -> nothing
UNWIND $rows AS row
MATCH (concept:Clew {space: $space, id: 'concept:' + row.topic}) USING INDEX SEEK concept:Clew(space, id)
MATCH (entity:Clew {space: $space, id: 'entity:' + row.name}) USING INDEX SEEK entity:Clew(space, id)
CALL (concept, entity) {
  MATCH (text)-[old:HAS_CONCEPT|ABOUT_CONCEPT]->(concept)
  MERGE (text)-[mention:MENTIONS]->(entity)
  ON CREATE SET mention.titled = true, mention.created_at = old.created_at, mention.expired_at = old.expired_at
}
DETACH DELETE concept
