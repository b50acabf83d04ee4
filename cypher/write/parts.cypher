// Writes parts of long turns, and joins each to its turn.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  id, turn (its id) and properties of each
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (turn:Clew {space: $space, id: row.turn}) USING INDEX SEEK turn:Clew(space, id)
CREATE (part:Clew:Part {space: $space, id: row.id})
SET part += row.properties,
    part.kind = 'Part', part.space_key = $space_key,
    part.session = turn.session, part.speaker = turn.speaker, part.at = turn.at, part.terms = turn['terms'],
    part.valid_from = turn.valid_from, part.valid_to = turn.valid_to,
    part.created_at = $now, part.expired_at = turn.expired_at
CREATE (turn)-[:HAS_PART {created_at: $now, expired_at: $forever}]->(part)
