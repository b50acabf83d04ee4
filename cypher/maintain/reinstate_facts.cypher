// Lets facts hold again that had ended with turns which hold again; what they had replaced ends anew afterwards.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of each fact
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id})<-[:DERIVED_FROM]-(fact:Fact) USING INDEX SEEK turn:Clew(space, id)
WITH DISTINCT fact
WHERE fact['retracted_at'] IS NOT NULL AND NOT EXISTS { (fact)-[:REPLACED_BY {corrects: true}]->() }
  AND size(COLLECT {
    MATCH (fact)-[support:DERIVED_FROM]->(source:Clew)
    WITH support.claim AS claim, max(source['retracted_at']) AS retracted
    WHERE retracted IS NULL
    RETURN claim
  }) > 0
SET fact.retracted_at = NULL, fact.expired_at = CASE
  WHEN EXISTS { (fact)-[:REPLACED_BY]->(next:Clew) WHERE next['retracted_at'] IS NULL } THEN fact.expired_at ELSE $forever END
RETURN fact.id AS id
ORDER BY id
