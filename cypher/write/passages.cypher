// Writes passages that are new, and joins each to its document.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  id, document (its id), position and properties of each
// $beginning: ZONED DATETIME  the open beginning
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.texts = space.texts + size($rows)
WITH *
UNWIND $rows AS row
MATCH (document:Clew {space: $space, id: row.document}) USING INDEX SEEK document:Clew(space, id)
CREATE (passage:Clew:Passage {space: $space, id: row.id})
SET passage += row.properties,
    passage.kind = 'Passage', passage.space_key = $space_key, passage.document = row.document, passage.position = row.position,
    passage.valid_from = $beginning, passage.valid_to = $forever,
    passage.created_at = $now, passage.expired_at = $forever
CREATE (document)-[:HAS_PASSAGE {created_at: $now, expired_at: $forever}]->(passage)
