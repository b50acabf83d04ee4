// Writes items, each in place of what has its namespace and its key, with the texts that it is found by.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id, place (id of its namespace), namespace, key, text, value, ttl (minutes; null for ever) and texts (id, path, text and vector of each) of each
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND range(0, size($rows) - 1) AS number
WITH number, $rows[number] AS row, $now + duration({microseconds: number}) AS now
MERGE (item:Clew {space: $space, id: row.id})
ON CREATE SET item:Item, item.kind = 'Item', item.namespace = row.namespace, item.key = row.key, item.created_at = now
SET item.text = row.text, item.value = row.value, item.updated_at = now, item.ttl = row.ttl,
  item.expires_at = CASE WHEN row.ttl IS NULL THEN $forever ELSE datetime() + duration({minutes: row.ttl}) END
WITH item, row, now
CALL (item) {
  MATCH (item)-[:HAS_TEXT]->(old:Clew)
  DETACH DELETE old
}
CALL (item, row, now) {
  WITH * WHERE NOT EXISTS { (item)-[:IN_NAMESPACE]->() }
  MATCH (place:Clew {space: $space, id: row.place}) USING INDEX SEEK place:Clew(space, id)
  CREATE (item)-[:IN_NAMESPACE {created_at: now, expired_at: $forever}]->(place)
}
CALL (item, row, now) {
  UNWIND row.texts AS each
  CREATE (item)-[:HAS_TEXT {created_at: now, expired_at: $forever}]->(text:Clew:ItemText {space: $space, id: each.id})
  SET text.kind = 'ItemText', text.text = each.text, text.path = each.path, text.embedding = each.vector, text.created_at = now
}
