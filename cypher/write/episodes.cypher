// Writes turns that are new, and joins each to its session and to the turn before it.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  id, session (its name), position, previous (the position it follows, or null) and properties of each turn
// $beginning: ZONED DATETIME  the open beginning, since when an undated turn holds
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (session:Clew {space: $space, id: 'session:' + row.session}) USING INDEX SEEK session:Clew(space, id)
CREATE (turn:Clew:Episode {space: $space, id: row.id})
SET turn += row.properties,
    turn.kind = 'Episode', turn.space_key = $space_key, turn.session = row.session, turn.position = row.position,
    turn.valid_from = CASE WHEN turn.at IS NULL THEN $beginning ELSE datetime({datetime: turn.at, timezone: 'Z'}) END,
    turn.valid_to = $forever, turn.created_at = $now, turn.expired_at = $forever
CREATE (session)-[:HAS_EPISODE {created_at: $now, expired_at: $forever}]->(turn)
WITH turn, row
WHERE row.previous IS NOT NULL
MATCH (previous:Clew {space: $space, session: row.session, position: row.previous}) USING INDEX SEEK previous:Clew(space, session, position)
CREATE (previous)-[:NEXT {created_at: $now, expired_at: $forever}]->(turn)
