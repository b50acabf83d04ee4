// Writes the triplets of an episode. What is believed already gains support; the others are new.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $run: STRING  the run of the episode
// $step: INTEGER  its place in the run
// $rows: LIST<MAP>  of each triplet: number, subject, predicate and object (names), text, slot (what the subject has one of at a time, or empty), direction (the way that it is about: a direction, or the name of where it leads; or null), move (true for one that was made, false for the way back, else null), mark (0 to 2^31, as if by chance) and vector (null where memory holds the text already)
// $now: ZONED DATETIME  the instant of the lock
// $forever: ZONED DATETIME  the open end
// -> number: INTEGER  the number of a triplet
// -> id: STRING  its id
// -> object: STRING  what memory calls its object
// -> mark: INTEGER  the mark that it has, where it is new; else null
// -> has_vector: BOOLEAN  whether it is not new, or there was a vector for it
UNWIND $rows AS row
MATCH (one:Clew {space: $space, id: 'entity:' + row.subject}) USING INDEX SEEK one:Clew(space, id)
MATCH (other:Clew {space: $space, id: 'entity:' + row.object}) USING INDEX SEEK other:Clew(space, id)
OPTIONAL MATCH (one)-[:SAME_AS]->(first:Entity)
OPTIONAL MATCH (other)-[:SAME_AS]->(second:Entity)
WITH row, coalesce(first, one) AS subject, coalesce(second, other) AS object
WITH row, subject, object, subject.name + '\n' + row.predicate + '\n' + object.name AS key
OPTIONAL MATCH (before:Clew {space: $space, statement_key: key}) USING INDEX SEEK before:Clew(space, statement_key)
WITH row, subject, object, key, head(collect(CASE before.expired_at WHEN $forever THEN before END)) AS known, head(collect(before.mark)) AS mark,
  coalesce(row.vector, head(collect(CASE before.text WHEN row.text THEN before.embedding END))) AS vector
WITH collect({row: row, subject: subject, object: object, key: key, known: known, mark: mark, vector: vector}) AS said // none is written before all are compared
MATCH (run:Clew {space: $space, id: 'session:' + $run}) USING INDEX SEEK run:Clew(space, id)
MATCH (episode:Clew {space: $space, id: 'episode:' + $run + '/' + $step}) USING INDEX SEEK episode:Clew(space, id)
UNWIND said AS each
WITH run, episode, each, each.row AS row, each.subject AS subject, each.object AS object
CALL (run, each, row, subject, object) {
  WITH *
  WHERE each.known IS NULL
  CREATE (triplet:Clew:Triplet {space: $space, id: 'triplet:' + run.number + '.' + $step + '.' + row.number})
  SET triplet.kind = 'Triplet', triplet.space_key = $space_key, triplet.statement_key = each.key,
      triplet.predicate = row.predicate, triplet.slot = row.slot, triplet.direction = row.direction, triplet.text = row.text, triplet.search_text = row.text,
      triplet.embedding = each.vector, triplet.belief = 1.0, triplet.at = $now,
      triplet.valid_from = $now, triplet.valid_to = $forever, triplet.created_at = $now, triplet.expired_at = $forever,
      triplet.mark = coalesce(each.mark, row.mark * ($step + 1) % 1000000000039) // by the step too: the same words mean other things elsewhere
  CREATE (triplet)-[:SUBJECT {created_at: $now, expired_at: $forever}]->(subject)
  CREATE (triplet)-[:OBJECT {created_at: $now, expired_at: $forever}]->(object)
  RETURN triplet, triplet.mark AS mark
  UNION
  WITH *
  WHERE each.known IS NOT NULL
  RETURN each.known AS triplet, null AS mark
}
CREATE (triplet)-[:DERIVED_FROM {claim: episode.id, belief: 1.0, created_at: $now, expired_at: $forever}]->(episode)
SET triplet.made = CASE WHEN row.move IS NULL THEN triplet.made ELSE row.move OR coalesce(triplet.made, false) END
RETURN row.number AS number, triplet.id AS id, object.name AS object, mark, mark IS NULL OR triplet.embedding IS NOT NULL AS has_vector
