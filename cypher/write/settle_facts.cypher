// Settles facts by what says them. A claim stands while none of its turns is corrected or retracted. A fact is believed while a
// claim in its own words stands, or a caller told it. It rests on the claims that stand, and rested on the others. Any
// other fact is believed no more, and rests on all; texts that still say it in other words are read again.
// A fact that was corrected or retracted itself is left alone.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the facts
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of each fact
// -> holds: BOOLEAN  whether it is believed
// -> begins: BOOLEAN  whether it rests on other claims than before, and may begin with another
// -> before: LIST<STRING>  ids of the facts that it replaced
UNWIND $ids AS id
MATCH (fact:Clew {space: $space, id: id}) USING INDEX SEEK fact:Clew(space, id)
WHERE fact:Fact AND fact['retracted_why'] IS NULL AND NOT EXISTS { (fact)-[:REPLACED_BY {corrects: true}]->() }
CALL (fact) {
  MATCH (fact)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]->(source:Clew)
  WITH support.claim AS claim, count(source['retracted_at']) AS taken, count(support['reworded']) AS reworded
  WHERE taken = 0
  RETURN collect(claim) AS standing, count(CASE WHEN reworded = 0 THEN claim END) > 0 AS is_said
}
WITH fact, standing, is_said OR fact['told'] IS NOT NULL AS holds,
  size(standing) > 0 AND (EXISTS { (fact)-[kept:RESTED_ON]->() WHERE kept.claim IN standing }
    OR EXISTS { (fact)-[support:DERIVED_FROM]->() WHERE NOT support.claim IN standing }) AS begins
CALL (fact, standing, holds) {
  MATCH (fact)-[support:DERIVED_FROM]->(source:Clew)
  WHERE holds AND NOT support.claim IN standing
  CREATE (fact)-[kept:RESTED_ON]->(source)
  SET kept = properties(support), kept.expired_at = $now
  DELETE support
}
CALL (fact, standing, holds) {
  MATCH (fact)-[kept:RESTED_ON]->(source:Clew)
  WHERE NOT holds OR kept.claim IN standing
  CREATE (fact)-[support:DERIVED_FROM]->(source)
  SET support = properties(kept), support.expired_at = $forever
  DELETE kept
}
CALL (fact, holds) {
  WITH fact, holds WHERE holds
  OPTIONAL MATCH (fact)-[support:DERIVED_FROM]->()
  WITH DISTINCT fact, support.claim AS claim, support.belief AS belief ORDER BY claim
  WITH fact, reduce(doubt = 1.0, belief IN collect(belief) | doubt * (1 - belief)) AS doubt
  SET fact.belief = 1 - doubt * (1 - coalesce(fact['told'], 0.0))
}
CALL (fact, standing, holds) {
  WITH fact, standing, holds WHERE NOT holds AND fact['retracted_at'] IS NULL
  SET fact.retracted_at = $now, fact.expired_at = CASE WHEN fact.expired_at = $forever THEN $now ELSE fact.expired_at END
  WITH fact, standing
  MATCH (fact)-[support:DERIVED_FROM]->(text:Clew)<-[:HAS_EPISODE]-(session:Clew)
  WHERE support.claim IN standing
  SET text.consolidated_at = NULL, session.pending = true
}
CALL (fact, holds) {
  WITH fact, holds WHERE holds AND fact['retracted_at'] IS NOT NULL
  SET fact.was_retracted = coalesce(fact['was_retracted'], []) + (toString(fact.retracted_at) + '/' + toString($now)),
    fact.retracted_at = NULL,
    fact.expired_at = coalesce(COLLECT { MATCH (fact)-[link:REPLACED_BY]->(next:Clew) WHERE next['retracted_at'] IS NULL RETURN min(link.created_at) }[0], $forever)
}
RETURN fact.id AS id, holds, begins, COLLECT { MATCH (old:Clew)-[:REPLACED_BY]->(fact) RETURN old.id } AS before
ORDER BY id
