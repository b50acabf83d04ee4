// Removes what joins texts to titles that go with their documents, where nothing but the title said so.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the documents that go
// -> relations: INTEGER  removed
UNWIND $ids AS id
MATCH (document:Clew {space: $space, id: id})-[:TITLED]->(entity:Clew)
WHERE NOT EXISTS { MATCH (entity)<-[:TITLED]-(other:Clew) WHERE NOT other.id IN $ids }
WITH DISTINCT entity
MATCH (entity)<-[mention:MENTIONS {titled: true}]-()
DELETE mention
RETURN count(*) AS relations
