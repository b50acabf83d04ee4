// Takes claims away from facts and reflections, and computes what facts are to be believed from those that are left.
// $space: STRING  the tenant
// $rows: LIST<LIST<STRING>>  id of a fact and the claim that it loses
// -> relations: INTEGER  removed with the claims
UNWIND $rows AS row
MATCH (fact:Clew {space: $space, id: row[0]})-[lost:DERIVED_FROM|DERIVED_FROM_FACT {claim: row[1]}]->()
DELETE lost
WITH fact, count(*) AS lost
CALL (fact) {
  MATCH (fact)-[support:DERIVED_FROM]->()
  WITH DISTINCT support.claim AS claim, support.belief AS belief ORDER BY claim
  RETURN reduce(doubt = 1.0, belief IN collect(belief) | doubt * (1 - belief)) AS doubt
}
SET fact.belief = CASE WHEN fact:Fact THEN 1 - doubt ELSE fact.belief END
RETURN sum(lost) AS relations
