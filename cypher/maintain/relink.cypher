// Closes the gap in a chain: what stood before a forgotten turn is followed by what stood after it.
// $space: STRING  the tenant
// $pairs: LIST<LIST<STRING>>  id before and id after each gap
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $pairs AS pair
MATCH (before:Clew {space: $space, id: pair[0]})
MATCH (after:Clew {space: $space, id: pair[1]})
CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(after)
