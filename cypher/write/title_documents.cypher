// Joins documents to what they are about.
// $space: STRING  the tenant
// $rows: LIST<MAP>  document (its id), name and spelling of its subject
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> title: STRING  each name that no document had before
UNWIND $rows AS row
MATCH (document:Clew {space: $space, id: row.document}) USING INDEX SEEK document:Clew(space, id)
MERGE (entity:Clew {space: $space, id: 'entity:' + row.name})
ON CREATE SET entity:Entity, entity.kind = 'Entity', entity.name = row.name, entity.text = row.spelling,
  entity.created_at = $now
WITH document, entity, row.name AS name, EXISTS { (entity)<-[:TITLED]-() } AS known
MERGE (document)-[titled:TITLED]->(entity)
ON CREATE SET titled.created_at = $now, titled.expired_at = $forever
WITH name, known
WHERE NOT known
RETURN DISTINCT name AS title
