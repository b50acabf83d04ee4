// Finds the earlier turns of a space that are closest in meaning to some turns.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns
// $session: STRING  their session
// $position: INTEGER  the place there of the first
// $before: ZONED DATETIME  when they begin
// $least: FLOAT  similarity from which a turn is close, 0 to 1
// $most: INTEGER  turns returned
// $fetched: INTEGER  close turns looked at, per turn: some of them are its neighbours
// $forever: ZONED DATETIME  the open end
// -> id: STRING  the turn
// -> session: STRING  its session's name
// -> position: INTEGER  its place there
// -> speaker: STRING  who said it
// -> text: STRING  what was said
// -> caption: STRING  what its image shows, or empty
// -> at: ZONED DATETIME  when
CYPHER 25
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
CALL (turn) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR turn.embedding
    WHERE near.space = $space AND near.kind = 'Episode' AND near.expired_at = $forever AND near.valid_from <= $before
    LIMIT $fetched
  ) SCORE AS score
  WITH near, score
  WHERE score >= $least AND (near.at < $before OR near.session = $session AND near.position < $position)
  RETURN near, score
}
WITH near, max(score) AS score
ORDER BY score DESC, near.id LIMIT $most
RETURN near.id AS id, near.session AS session, near.position AS position, near.speaker AS speaker, near.text AS text,
  near.caption AS caption, near.at AS at
ORDER BY at, session, position
