// Computes when reflections hold, and how far they are believed, by the facts that they rest on as these are now.
// A claim begins with the last of its facts, and holds until one is corrected, or one is replaced that held when the claim was made; a
// reflection begins with the first of its claims, and holds while one of them does.
// $space: STRING  the tenant
// $ids: LIST<STRING>  reflections, and facts that have changed
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $ids AS id
MATCH (changed:Clew {space: $space, id: id}) USING INDEX SEEK changed:Clew(space, id)
OPTIONAL MATCH (changed)<-[:DERIVED_FROM_FACT]-(resting:Clew)
WITH DISTINCT coalesce(resting, changed) AS reflection
WHERE reflection:Reflection AND reflection['retracted_at'] IS NULL
CALL (reflection) {
  MATCH (reflection)-[rests:DERIVED_FROM_FACT]->(fact:Clew)
  WITH rests.claim AS claim, min(fact.belief) AS belief, max(fact.valid_from) AS since,
    min(CASE WHEN fact['retracted_at'] IS NOT NULL THEN fact.retracted_at
      WHEN fact.expired_at = $forever OR NOT rests.held THEN $forever ELSE fact.valid_to END) AS until
  ORDER BY until DESC, belief DESC
  RETURN collect(belief)[0] AS belief, collect(until)[0] AS until, min(since) AS since
}
SET reflection.at = since, reflection.valid_from = since, reflection.valid_to = until, reflection.belief = belief,
  reflection.expired_at = CASE
    WHEN until = $forever THEN $forever
    WHEN reflection.expired_at = $forever THEN $now
    ELSE reflection.expired_at
  END
