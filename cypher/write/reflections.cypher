// Writes reflections that are new, and joins all to the facts that they rest on. Where one of these is not there, a
// reflection is left out: it could not fall with it. When they hold, and what is to be believed of them, is computed
// afterwards.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  id, facts (ids that say it together), claim (what names them) and properties of each
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> written: INTEGER  reflections that are new
UNWIND $rows AS row
CALL (row) {
  UNWIND row.facts AS id
  MATCH (fact:Clew {space: $space, id: id}) USING INDEX SEEK fact:Clew(space, id)
  RETURN collect(fact) AS facts
}
WITH row, facts
WHERE size(facts) = size(row.facts)
WITH row, facts, NOT EXISTS { MATCH (known:Clew {space: $space, id: row.id}) USING INDEX SEEK known:Clew(space, id) } AS is_new
MERGE (reflection:Clew {space: $space, id: row.id})
ON CREATE SET reflection:Reflection, reflection += row.properties, reflection.kind = 'Reflection',
  reflection.space_key = $space_key, reflection.created_at = $now, reflection.expired_at = $forever
FOREACH (fact IN facts |
  MERGE (reflection)-[rests:DERIVED_FROM_FACT {claim: row.claim}]->(fact)
  ON CREATE SET rests.held = fact.expired_at = $forever,
    rests.reworded = CASE WHEN reflection.statement_key <> row.properties.statement_key THEN true END, rests.created_at = $now, rests.expired_at = $forever
)
RETURN count(DISTINCT CASE WHEN is_new THEN reflection END) AS written
