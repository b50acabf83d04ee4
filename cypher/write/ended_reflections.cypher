// Returns the reflections that ended at an instant with facts that they rest on.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the facts
// $now: ZONED DATETIME  the instant
// -> id: STRING  of each
UNWIND $ids AS id
MATCH (fact:Clew {space: $space, id: id})<-[:DERIVED_FROM_FACT]-(reflection:Clew) USING INDEX SEEK fact:Clew(space, id)
WHERE reflection.expired_at = $now
RETURN DISTINCT reflection.id AS id
ORDER BY id
