// Writes what a short-term memory holds: the state of its policy, what left, and what is seen, as it is now.
// $space: STRING  the tenant
// $name: STRING  of the short-term memory
// $policy: STRING  state of its policy, as JSON
// $left: LIST<STRING>  ids of objects whose units go; null for all
// $seen: LIST<MAP>  object (its id), image (where one is kept; empty for none) and at (when it was seen last) of each
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
MERGE (memory:Clew {space: $space, id: 'short-term memory:' + $name})
ON CREATE SET memory:ShortTermMemory, memory.kind = 'ShortTermMemory', memory.text = $name, memory.created_at = $now
SET memory.policy = $policy
WITH memory
CALL (memory) {
  MATCH (memory)-[held:HOLDS]->(seen:Sighting)
  WHERE $left IS NULL OR seen.object IN $left OR seen.object IN [row IN $seen | row.object]
  DELETE held
}
WITH memory
UNWIND $seen AS row
MATCH (object:Clew {space: $space, id: 'object:' + row.object}) USING INDEX SEEK object:Clew(space, id)
MATCH (object)-[:HAS_SIGHTING]->(seen:Sighting)
WHERE seen.valid_to = $forever
CREATE (memory)-[:HOLDS {created_at: $now, expired_at: $forever, seen_at: row.at, image: row.image}]->(seen)
