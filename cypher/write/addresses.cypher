// Joins turns to the entities that they address, which they mention.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id of each turn, and names of the entities
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (turn:Clew {space: $space, id: row.id})-[:MENTIONS]->(entity:Clew) USING INDEX SEEK turn:Clew(space, id)
WHERE entity.name IN row.names
MERGE (turn)-[addresses:ADDRESSES]->(entity)
ON CREATE SET addresses.created_at = $now, addresses.expired_at = $forever
