// Keeps what a run of consolidate did; nothing where the space was forgotten meanwhile.
// $space: STRING  the tenant
// $id: STRING  of the run
// $properties: MAP  when, by what, its result and its usage as JSON
// $now: ZONED DATETIME  the present instant
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
MERGE (run:Clew {space: $space, id: $id})
ON CREATE SET run:Consolidation, run += $properties, run.kind = 'Consolidation', run.created_at = $now
