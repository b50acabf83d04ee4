// Takes the lock of the space's one writer until the transaction ends, and says where a run, who acts, and the things that an observation speaks of stand.
// $space: STRING  the tenant
// $run: STRING  the run, which is a session
// $player: STRING  who acts
// $key: STRING  statement key of the observation's text
// $names: LIST<STRING>  normalised names of things
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> closed: BOOLEAN  whether the space, or much of it, is being forgotten
// -> encoder: STRING  whose vectors the store holds by now
// -> at: ZONED DATETIME  the instant of the lock, later than that of every writer before
// -> length: INTEGER  steps that the run had
// -> last_text: STRING  what was observed at the last of them
// -> last_action: STRING  after which action
// -> place: STRING  what memory calls the place where the player is; null where that is unknown
// -> stood: BOOLEAN  whether the run itself has seen a place
// -> heard: BOOLEAN  whether memory holds that text, and its vector
// -> things: LIST<MAP{given: STRING, meant: STRING}>  of the names that memory has: that of the thing that each means, itself or the one that it is another word for
MERGE (space:Clew {space: $space, id: 'space'})
ON CREATE SET space:Space, space.kind = 'Space', space.text = $space, space.speakers = [], space.aliases = [], space.given_aliases = [],
  space.learnt_aliases = [], space.texts = 0, space.closed = false,
  space.created_at = $now
SET space.text = $space // the lock: what is read below is what was written before
SET space.locked_at = CASE WHEN space.locked_at >= $now THEN space.locked_at + duration({microseconds: 1}) ELSE $now END
WITH space
CALL () {
  OPTIONAL MATCH (run:Clew {space: $space, id: 'session:' + $run}) USING INDEX SEEK run:Clew(space, id)
  OPTIONAL MATCH (last:Clew {space: $space, session: $run, position: run.length - 1}) USING INDEX SEEK last:Clew(space, session, position)
  RETURN coalesce(run.length, 0) AS length, last
}
CALL () { // by any run
  OPTIONAL MATCH (player:Clew {space: $space, id: 'entity:' + $player})<-[:SUBJECT]-(stands:Triplet)-[:OBJECT]->(place) USING INDEX SEEK player:Clew(space, id)
  WHERE stands.slot = 'place' AND stands.expired_at = $forever
  RETURN head(collect(place.name)) AS believed
}
CALL () { // by this run
  OPTIONAL MATCH (step:Clew {space: $space, session: $run}) USING INDEX SEEK step:Clew(space, session, position)
  WHERE step.position >= 0 AND step.place <> ''
  WITH step ORDER BY step.space DESC, step.session DESC, step.position DESC LIMIT 1 // as the index is ordered
  OPTIONAL MATCH (given:Clew {space: $space, id: 'entity:' + step.place}) USING INDEX SEEK given:Clew(space, id)
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  RETURN coalesce(meant.name, given.name) AS seen, step IS NOT NULL AS stood
}
CALL () {
  UNWIND $names AS name
  MATCH (given:Clew {space: $space, id: 'entity:' + name}) USING INDEX SEEK given:Clew(space, id)
  WHERE given.embedding IS NOT NULL
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  RETURN collect({given: name, meant: coalesce(meant.name, given.name)}) AS things
}
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  space.locked_at AS at, length, last.text AS last_text, last.action AS last_action, coalesce(seen, believed) AS place, stood,
  EXISTS { MATCH (same:Clew {space: $space, statement_key: $key}) USING INDEX SEEK same:Clew(space, statement_key) WHERE same.embedding IS NOT NULL } AS heard,
  things
