// Before triplets are removed: takes away what joins their passages to things, where nothing but these triplets said so.
// $space: STRING  the tenant
// $ids: LIST<STRING>  nodes that are to be removed
// -> relations: INTEGER  removed
UNWIND $ids AS id
MATCH (triplet:Clew {space: $space, id: id})-[:SUBJECT|OBJECT]->(thing)<-[mention:MENTIONS {stated: true}]-(passage)
WHERE EXISTS { (triplet)-[:DERIVED_FROM]->(passage) }
  AND NOT EXISTS { MATCH (thing)<-[:SUBJECT|OBJECT]-(other:Clew)-[:DERIVED_FROM]->(passage) WHERE NOT other.id IN $ids }
WITH DISTINCT mention
DELETE mention
RETURN count(*) AS relations
