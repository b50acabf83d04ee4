// Some sessions that memory held at an instant, as they were then, the latest first.
// $space: STRING  the tenant
// $known_at: ZONED DATETIME  the instant
// $since: ZONED DATETIME  when the last one before these began; the open end for the first ones
// $name: STRING  its name; empty for the first ones
// $beginning: ZONED DATETIME  stands for when a session began that nobody dated
// $limit: INTEGER  how many are returned at most
// -> name: STRING  the session's name
// -> turns: INTEGER  how many of its turns were believed then
// -> at: ZONED DATETIME  when it began; null where that is not known
// -> speakers: LIST<STRING>  who spoke in them
MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
WHERE session.space = $space AND session.kind = 'Session' AND session.created_at <= $known_at
CALL (session) {
  OPTIONAL MATCH (session)-[:/*contains*/HAS_EPISODE|HAD_EPISODE|HAS_PART|HAS_PASSAGE|HAS_RUN|HAS_SUBGOAL|HAS_STEP|HAS_SUMMARY|HAS_AREA|CONTAINS|HAS_SIGHTING|HAS_TRIAL|PRODUCED|HAS_LEARNING|HAS_TEXT/**/]->(turn:Episode)
  WHERE turn.created_at <= $known_at AND NOT (coalesce(turn['retracted_at'] <= $known_at, false)
    OR any(time IN coalesce(turn['was_retracted'], []) WHERE datetime(split(time, '/')[0]) <= $known_at < datetime(split(time, '/')[1])))
  WITH turn ORDER BY coalesce(turn.position, turn['was_at'])
  RETURN collect(turn) AS turns
}
WITH session, turns, CASE WHEN EXISTS { (session)-[:HAS_RUN]->() } OR EXISTS { (session)-[:HAS_TRIAL]->() } THEN session['at'] ELSE turns[0].at END AS at
WITH session, turns, at, coalesce(at, $beginning) AS began
WHERE began < $since OR began = $since AND session.text > $name
WITH session, turns, at, began ORDER BY began DESC, session.text LIMIT $limit
RETURN session.text AS name, size(turns) AS turns, at, COLLECT {
  UNWIND turns AS turn
  WITH DISTINCT turn.speaker AS speaker WHERE speaker <> ''
  RETURN speaker ORDER BY speaker
} AS speakers
ORDER BY began DESC, name
