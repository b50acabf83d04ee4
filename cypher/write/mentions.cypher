// Joins texts to the entities that they name; makes the entities on first use.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id of each text, and entities: name, spelling, and whether only a title says so
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (text:Clew {space: $space, id: row.id}) USING INDEX SEEK text:Clew(space, id)
UNWIND row.entities AS named
MERGE (entity:Clew {space: $space, id: 'entity:' + named[0]})
ON CREATE SET entity:Entity, entity.kind = 'Entity', entity.name = named[0], entity.text = named[1],
  entity.created_at = $now
CREATE (text)-[:MENTIONS {titled: named[2], created_at: $now, expired_at: $forever}]->(entity)
