// What did somebody say in a time? The turns of a speaker, in any session.
// $space: STRING  the tenant
// $speaker: STRING  who
// $since: ZONED DATETIME  from when on
// $until: ZONED DATETIME  until when
// -> at: ZONED DATETIME  when it was said
// -> session: STRING  in which session
// -> said: STRING  what
MATCH (turn:Clew {space: $space, kind: 'Episode'}) USING INDEX SEEK turn:Clew(space, kind)
WHERE turn.speaker = $speaker AND turn.at >= $since AND turn.at < $until
RETURN turn.at AS at, turn.session AS session, turn.text AS said
ORDER BY at, turn.position
