// Joins passages to other entities, in place of those that they are joined to.
// $space: STRING  the tenant
// $rows: LIST<MAP>  passage (its id), and mentions: id of each entity, and whether only a title says so
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (passage:Clew {space: $space, id: row.passage})
CALL (passage) {
  MATCH (passage)-[old:MENTIONS]->(:Clew)
  DELETE old
}
UNWIND row.mentions AS mentioned
MATCH (entity:Clew {space: $space, id: mentioned[0]})
CREATE (passage)-[:MENTIONS {titled: mentioned[1], created_at: $now, expired_at: $forever}]->(entity)
