// Takes from facts the claims of a turn that was corrected. One that another claim says in its own words, or that a
// caller told, is believed less. Any other ends, and is kept; texts that say it in other words are read again.
// $space: STRING  the tenant
// $id: STRING  of the turn
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of each fact
// -> stays: BOOLEAN  whether it is believed less; it ends otherwise
// -> before: LIST<STRING>  ids of the facts that one which ends had replaced
MATCH (turn:Clew {space: $space, id: $id})<-[lost:DERIVED_FROM]-(fact:Fact) USING INDEX SEEK turn:Clew(space, id)
WHERE fact['retracted_at'] IS NULL
WITH fact, collect(DISTINCT lost.claim) AS claims
WITH fact, claims, fact['told'] IS NOT NULL OR EXISTS {
  MATCH (fact)-[support:DERIVED_FROM]->() WHERE NOT support.claim IN claims AND support['reworded'] IS NULL
} AS stays, COLLECT { MATCH (old:Clew)-[:REPLACED_BY]->(fact) RETURN old.id } AS before
CALL (fact, claims, stays) {
  WITH fact, claims, stays WHERE stays
  MATCH (fact)-[support:DERIVED_FROM]->()
  WHERE support.claim IN claims
  DELETE support
}
CALL (fact, stays) {
  WITH fact, stays WHERE stays
  OPTIONAL MATCH (fact)-[support:DERIVED_FROM]->()
  WITH DISTINCT fact, support.claim AS claim, support.belief AS belief ORDER BY claim
  WITH fact, reduce(doubt = 1.0, belief IN collect(belief) | doubt * (1 - belief)) AS doubt
  SET fact.belief = 1 - doubt * (1 - coalesce(fact['told'], 0.0))
}
CALL (fact, claims, stays) {
  WITH fact, claims, stays WHERE NOT stays
  SET fact.retracted_at = $now, fact.expired_at = CASE WHEN fact.expired_at = $forever THEN $now ELSE fact.expired_at END
  WITH fact, claims
  MATCH (fact)-[support:DERIVED_FROM]->(text:Clew)<-[:HAS_EPISODE]-(session:Clew)
  WHERE NOT support.claim IN claims AND support['reworded']
  SET text.consolidated_at = NULL, session.pending = true
}
CALL (fact, stays) {
  WITH fact, stays WHERE NOT stays
  MATCH (old:Clew)-[link:REPLACED_BY]->(fact)-[after:REPLACED_BY]->(next:Clew)
  WHERE link['corrects'] IS NULL AND after['corrects'] IS NULL AND old <> next AND NOT EXISTS { (old)-[:REPLACED_BY]->(next) }
  CREATE (old)-[kept:REPLACED_BY]->(next)
  SET kept = properties(link)
}
RETURN fact.id AS id, stays, before
ORDER BY id
