// Some turns with all that a caller gave, in the order of their ids' list.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> session: STRING  the session's name
// -> speaker: STRING  who said it; may be empty
// -> text: STRING  what was said
// -> caption: STRING  what its image shows; may be empty
// -> at: ZONED DATETIME  when; null where that is not known
// -> metadata: STRING  free properties as JSON; null where it has none
// -> expires_at: ZONED DATETIME  from when on memory no longer has it; null where it stays
UNWIND range(0, size($ids) - 1) AS place
MATCH (turn:Clew {space: $space, id: $ids[place]}) USING INDEX SEEK turn:Clew(space, id)
RETURN turn.session AS session, turn.speaker AS speaker, turn.text AS text, turn.caption AS caption, turn.at AS at,
  turn['metadata'] AS metadata, turn['expires_at'] AS expires_at
ORDER BY place
