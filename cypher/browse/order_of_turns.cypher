// Those of some memories that are turns, session by session, as they were said: those that have their place, or had it.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// $is_then: BOOLEAN  whether they are told as of another time: of those that were corrected or retracted since, the place that they had counts
// -> id: STRING  of each turn
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
WITH turn, coalesce(turn['position'], CASE WHEN $is_then THEN turn['was_at'] END) AS position
WHERE turn.kind = 'Episode' AND position IS NOT NULL
RETURN turn.id AS id ORDER BY turn.session, position
