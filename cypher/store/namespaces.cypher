// Makes namespaces that are missing, each within the one above it.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id, labels, text and parent (id of the one above; null at the root) of each, the root first
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MERGE (namespace:Clew {space: $space, id: row.id})
ON CREATE SET namespace:ItemNamespace, namespace.kind = 'ItemNamespace', namespace.namespace = row.labels, namespace.text = row.text,
  namespace.created_at = $now
WITH namespace, row WHERE row.parent IS NOT NULL AND NOT EXISTS { (namespace)-[:WITHIN]->() }
MATCH (above:Clew {space: $space, id: row.parent}) USING INDEX SEEK above:Clew(space, id)
CREATE (namespace)-[:WITHIN {created_at: $now, expired_at: $forever}]->(above)
