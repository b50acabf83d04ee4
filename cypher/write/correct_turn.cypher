// Puts another turn in the place of one that is corrected: in its session, between its neighbours. The old one is kept,
// without a place; the new one waits to be consolidated.
// $space: STRING  the tenant
// $id: STRING  of the old turn
// $corrected: STRING  digest of what it says
// $properties: MAP  id, text, vector and what else is made of the new text; null for what it has not
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
CYPHER 25
MATCH (old:Clew {space: $space, id: $id})<-[has:HAS_EPISODE]-(session:Clew) USING INDEX SEEK old:Clew(space, id)
SET old.was_at = old.position, old.position = NULL
CREATE (new:Clew:Episode)
SET new = old {.*, id: $properties.id, position: old.was_at, was_at: null, created_at: $now, consolidated_at: null,
  failure: null, extractor: null, learnt_aliases: null, corrected: coalesce(old['corrected'], []) + $corrected}, new += $properties
SET old.expired_at = $now, old.retracted_at = $now, session.pending = true
CREATE (session)-[:HAS_EPISODE {created_at: $now, expired_at: $forever}]->(new)
CREATE (session)-[:HAD_EPISODE {created_at: $now, expired_at: $forever}]->(old)
CREATE (old)-[:REPLACED_BY {valid_to: old.valid_to, corrects: true, created_at: $now, expired_at: $forever}]->(new)
DELETE has
WITH old, new
CALL (old, new) {
  MATCH (before:Clew)-[next:NEXT]->(old)
  CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(new)
  DELETE next
}
CALL (old, new) {
  MATCH (old)-[next:NEXT]->(after:Clew)
  CREATE (new)-[:NEXT {created_at: $now, expired_at: $forever}]->(after)
  DELETE next
}
MATCH (old)-[:HAS_PART]->(part:Clew)
SET part.expired_at = $now
