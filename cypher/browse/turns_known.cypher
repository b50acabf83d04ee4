// Some turns of a session that memory believed at an instant, in their order.
// $space: STRING  the tenant
// $session: STRING  the session's name
// $known_at: ZONED DATETIME  the instant
// $first: INTEGER  position of the first
// $limit: INTEGER  how many are returned at most
// -> id: STRING  of the turn
// -> position: INTEGER  its place in the session, from 0
// -> speaker: STRING  who said it; may be empty
// -> text: STRING  what was said
// -> caption: STRING  what its image shows; may be empty
// -> at: ZONED DATETIME  when
MATCH (session:Clew {space: $space, id: 'session:' + $session})-[:/*contains*/HAS_EPISODE|HAD_EPISODE|HAS_PART|HAS_PASSAGE|HAS_RUN|HAS_SUBGOAL|HAS_STEP|HAS_SUMMARY|HAS_AREA|CONTAINS|HAS_SIGHTING|HAS_TRIAL|PRODUCED|HAS_LEARNING|HAS_TEXT/**/]->(turn:Episode) USING INDEX SEEK session:Clew(space, id)
WITH turn, coalesce(turn.position, turn['was_at']) AS position
WHERE position >= $first AND turn.created_at <= $known_at AND NOT (coalesce(turn['retracted_at'] <= $known_at, false)
    OR any(time IN coalesce(turn['was_retracted'], []) WHERE datetime(split(time, '/')[0]) <= $known_at < datetime(split(time, '/')[1])))
RETURN turn.id AS id, position, turn.speaker AS speaker, turn.text AS text, turn.caption AS caption, turn.at AS at
ORDER BY position LIMIT $limit
