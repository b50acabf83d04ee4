// Computes whether reflections hold, and how far they are believed, by the facts that they rest on as these are now.
// A claim holds until a fact is replaced that held when the claim was made; a reflection holds while one of its claims
// does.
// $space: STRING  the tenant
// $ids: LIST<STRING>  reflections, and facts that have changed
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $ids AS id
MATCH (changed:Clew {space: $space, id: id}) USING INDEX SEEK changed:Clew(space, id)
OPTIONAL MATCH (changed)<-[:DERIVED_FROM_FACT]-(resting:Clew)
WITH DISTINCT coalesce(resting, changed) AS reflection
WHERE reflection:Reflection
CALL (reflection) {
  MATCH (reflection)-[rests:DERIVED_FROM_FACT]->(fact:Clew)
  WITH rests.claim AS claim, min(fact.belief) AS belief,
    min(CASE WHEN fact.expired_at = $forever OR NOT rests.held THEN $forever ELSE fact.valid_to END) AS until
  RETURN belief, until ORDER BY until DESC, belief DESC LIMIT 1
}
SET reflection.belief = belief, reflection.valid_to = until, reflection.expired_at = CASE
  WHEN until = $forever THEN $forever
  WHEN reflection.expired_at = $forever THEN $now
  ELSE reflection.expired_at
END
