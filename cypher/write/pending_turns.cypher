// Returns the turns of sessions that are not consolidated, in their order, and those that could not be read again. A step,
// which has an action, never waits.
// $space: STRING  the tenant
// $sessions: LIST<STRING>  their names
// $again: BOOLEAN  also those that another extractor has consolidated
// $extractor: STRING  whose turns are left as they are; null: nothing is read again
// -> said: MAP{id: STRING, session: STRING, position: INTEGER, speaker: STRING, text: STRING, at: ZONED DATETIME, caption: STRING}  the turn
// -> failure: STRING  why its chunk failed; null where none did
// -> is_read: BOOLEAN  whether another extractor may have consolidated it
UNWIND range(0, size($sessions) - 1) AS place
MATCH (session:Clew {space: $space, id: 'session:' + $sessions[place]})-[:HAS_EPISODE]->(turn:Clew) USING INDEX SEEK session:Clew(space, id)
WHERE turn.consolidated_at IS NULL
  OR ($again OR turn['failure'] IS NOT NULL) AND turn['action'] IS NULL AND coalesce(turn['extractor'], 'unknown') <> $extractor
RETURN {
  id: turn.id, session: turn.session, position: turn.position, speaker: turn.speaker, text: turn.text, at: turn.at,
  caption: turn.caption
} AS said, turn.failure AS failure, $again OR turn.consolidated_at IS NOT NULL AS is_read
ORDER BY place, turn.position
