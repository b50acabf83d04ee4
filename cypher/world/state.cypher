// What an observation meets: takes the lock of the space's one writer, and reads where its run stands, what the things
// that it names are called, and which of its triplets are believed already.
// $space: STRING  the tenant
// $run: STRING  the run, which is a session
// $names: LIST<STRING>  normalised names of what it speaks of
// $triplets: LIST<LIST<STRING>>  subject, predicate and object of what it says, normalised
// $digest: STRING  of its text
// $here: STRING  what stands for the place where the player is
// $player: STRING  who that is
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> closed: BOOLEAN  whether the space is being forgotten
// -> length: INTEGER  steps of the run, the first being step 0
// -> last: ZONED DATETIME  when its last step was written; null where there is none
// -> last_text: STRING  what was observed then
// -> last_action: STRING  after which action
// -> place: STRING  where the player was seen last in this run, else in any; null where that is unknown
// -> names: LIST<LIST<STRING>>  each name with what the same thing is called in memory; null where it is new
// -> known: LIST<LIST<ANY>>  statement_key of each triplet that is or was believed; the vector of those that no longer are
// -> vector: LIST<FLOAT>  of the same text, where it was observed before
MERGE (space:Clew {space: $space, id: 'space'})
ON CREATE SET space:Space, space.kind = 'Space', space.text = $space, space.speakers = [], space.texts = 0, space.closed = false,
  space.created_at = $now
SET space.locked_at = $now
WITH space
CALL () {
  OPTIONAL MATCH (run:Clew {space: $space, id: 'session:' + $run})
  OPTIONAL MATCH (last:Clew {space: $space, session: $run, position: run.length - 1})
  RETURN coalesce(run.length, 0) AS length, last
}
CALL () {
  OPTIONAL MATCH (:Clew {space: $space, id: 'entity:' + $player})<-[:SUBJECT]-(stands:Triplet)-[:OBJECT]->(anywhere)
  WHERE stands.slot = 'place' AND stands.expired_at = $forever
  RETURN head(collect(anywhere.name)) AS anywhere
}
CALL (anywhere) {
  OPTIONAL MATCH (step:Clew {space: $space, session: $run})
  WHERE step.position >= 0 AND step.place <> ''
  WITH step ORDER BY step.space DESC, step.session DESC, step.position DESC LIMIT 1 // as the index is ordered
  OPTIONAL MATCH (given:Clew {space: $space, id: 'entity:' + step.place})
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  RETURN coalesce(meant.name, given.name, anywhere) AS place
}
CALL () {
  UNWIND $names AS name
  OPTIONAL MATCH (given:Clew {space: $space, id: 'entity:' + name})
  WHERE given.embedding IS NOT NULL
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  RETURN collect([name, coalesce(meant.name, given.name)]) AS names
}
CALL (place) {
  UNWIND $triplets AS said
  WITH CASE said[0] WHEN $here THEN place ELSE said[0] END AS one, said[1] AS predicate,
       CASE said[2] WHEN $here THEN place ELSE said[2] END AS other
  MATCH (given:Clew {space: $space, id: 'entity:' + one})
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  WITH predicate, other, coalesce(meant, given) AS subject
  MATCH (given:Clew {space: $space, id: 'entity:' + other})
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  WITH subject, predicate, coalesce(meant, given) AS object
  MATCH (triplet:Clew {space: $space, statement_key: subject.name + '\n' + predicate + '\n' + object.name})
  WHERE triplet:Triplet
  WITH triplet.statement_key AS key, max(triplet.expired_at) = $forever AS believed, head(collect(triplet.embedding)) AS vector
  RETURN collect([key, CASE WHEN NOT believed THEN vector END]) AS known
}
CALL () {
  OPTIONAL MATCH (same:Clew {space: $space, statement_key: $digest})
  RETURN head(collect(same.embedding)) AS vector
}
RETURN space.closed AS closed, length, last.created_at AS last, last.text AS last_text, last.action AS last_action,
  place, names, known, vector
