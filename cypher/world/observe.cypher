// Writes one observation: its episode, the things that are new, and its triplets. What is believed already gains support;
// what a thing can have one of at a time ends what it had before, and so does what a judge named.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $run: STRING  the run, which is a session
// $step: INTEGER  its place in the run
// $episode: MAP  properties of the episode
// $names: LIST<MAP>  of each new thing: name, spelling, words, numbered (whether one is a number), vector
// $player: STRING  who acts
// $seen: LIST<STRING>  every name of this observation: two things that are seen together are two
// $same: FLOAT  similarity (0 to 1) from which a new name may be another word for a known thing
// $triplets: LIST<MAP>  subject, predicate and object (names), slot, direction (or null), text, vector (null where it is believed already), move (true for one that was made, false for the way back, else null)
// $replaces: BOOLEAN  whether what is outdated ends
// $ended: LIST<LIST<ANY>>  id of a triplet that a judge says is outdated, and the number of the triplet in its place
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> new: LIST<STRING>  ids of the triplets that were not believed before
// -> replaced: LIST<LIST<STRING>>  subject, predicate and object of those that ended
// -> place: STRING  what memory calls the place that the observation names; null where it names none
CYPHER 25
UNWIND range(0, size($names) - 1) AS number
WITH $names[number] AS row
CALL (row) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE near.space = $space AND near.kind = 'Entity'
    LIMIT 5
  ) SCORE AS score
  RETURN collect([near, score]) AS hits
}
WITH row, [hit IN hits WHERE hit[0].spelling = row.spelling OR hit[1] >= $same AND NOT row.numbered AND NOT hit[0].numbered
                         AND none(word IN hit[0].words WHERE word IN row.words) | hit[0]] AS hits
WITH collect([row.name, hits]) AS alike
MATCH (space:Clew {space: $space, id: 'space'})
SET space.texts = space.texts + 1
MERGE (run:Clew {space: $space, id: 'session:' + $run})
ON CREATE SET run:Session, run.kind = 'Session', run.space_key = $space_key, run.text = $run, run.at = $now,
  run.speakers = [], run.session_text = '', run.pending = false, run.created_at = $now
SET run.length = $step + 1
CREATE (episode:Clew:Episode {space: $space, id: $episode.id})
SET episode += $episode,
    episode.kind = 'Episode', episode.space_key = $space_key, episode.session = $run, episode.position = $step,
    episode.at = $now, episode.valid_from = $now, episode.valid_to = $forever, episode.created_at = $now,
    episode.expired_at = $forever, episode.consolidated_at = $now
CREATE (run)-[:HAS_EPISODE {created_at: $now, expired_at: $forever}]->(episode)
WITH alike, episode
CALL (episode) {
  MATCH (before:Clew {space: $space, session: $run, position: $step - 1})
  CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(episode)
}
CALL (alike) {
  UNWIND $names AS row
  MERGE (thing:Clew {space: $space, id: 'entity:' + row.name})
  ON CREATE SET thing:Entity, thing.kind = 'Entity', thing.name = row.name, thing.text = row.name, thing.created_at = $now
  SET thing.embedding = row.vector, thing.spelling = row.spelling, thing.words = row.words, thing.numbered = row.numbered
  WITH row, thing
  UNWIND [pair IN alike WHERE pair[0] = row.name | pair[1]] AS hits
  UNWIND hits AS hit
  OPTIONAL MATCH (hit)-[:SAME_AS]->(meant:Entity)
  WITH thing, head(collect(coalesce(meant, hit))) AS known
  WHERE NOT known.name IN $seen
  MERGE (thing)-[link:SAME_AS]->(known)
  ON CREATE SET link.created_at = $now, link.expired_at = $forever
}
CALL (episode) {
  UNWIND range(0, size($triplets) - 1) AS number
  WITH episode, number, $triplets[number] AS row
  MATCH (one:Clew {space: $space, id: 'entity:' + row.subject})
  MATCH (other:Clew {space: $space, id: 'entity:' + row.object})
  OPTIONAL MATCH (one)-[:SAME_AS]->(first:Entity)
  OPTIONAL MATCH (other)-[:SAME_AS]->(second:Entity)
  WITH episode, number, row, coalesce(first, one) AS subject, coalesce(second, other) AS object
  WITH episode, number, row, subject, object, subject.name + '\n' + row.predicate + '\n' + object.name AS key
  OPTIONAL MATCH (known:Clew {space: $space, statement_key: key})
  WHERE known.expired_at = $forever
  WITH episode, number, row, subject, object, key, head(collect(known)) AS known
  RETURN collect({number: number, row: row, subject: subject, object: object, key: key, known: known}) AS said
}
CALL (episode, said) {
  UNWIND [each IN said WHERE each.known IS NULL] AS each
  WITH episode, each, each.row AS row, each.subject AS subject, each.object AS object
  CREATE (triplet:Clew:Triplet {space: $space, id: 'triplet:' + $run + '/' + $step + '/' + each.number})
  SET triplet.kind = 'Triplet', triplet.space_key = $space_key, triplet.statement_key = each.key,
      triplet.predicate = row.predicate, triplet.slot = row.slot, triplet.direction = row.direction, triplet.text = row.text, triplet.search_text = row.text,
      triplet.embedding = row.vector, triplet.belief = 1.0, triplet.at = $now,
      triplet.valid_from = $now, triplet.valid_to = $forever, triplet.created_at = $now, triplet.expired_at = $forever
  CREATE (triplet)-[:SUBJECT {created_at: $now, expired_at: $forever}]->(subject)
  CREATE (triplet)-[:OBJECT {created_at: $now, expired_at: $forever}]->(object)
  RETURN collect([each.number, triplet]) AS made
}
WITH episode, said, made, [each IN made | each[1]] + [each IN said WHERE each.known IS NOT NULL | each.known] AS believed
CALL (episode, believed) {
  UNWIND believed AS triplet
  CREATE (triplet)-[:DERIVED_FROM {claim: episode.id, belief: 1.0, created_at: $now, expired_at: $forever}]->(episode)
}
CALL (said, made) {
  UNWIND [each IN said WHERE each.row.move IS NOT NULL] AS each
  UNWIND [known IN [each.known] WHERE known IS NOT NULL] + [pair IN made WHERE pair[0] = each.number | pair[1]] AS triplet
  SET triplet.made = each.row.move OR coalesce(triplet.made, false)
}
CALL (said, made) {
  UNWIND made + [each IN said WHERE each.known IS NOT NULL AND each.row.move | [each.number, each.known]] AS pair
  WITH pair[1] AS triplet, pair[0] AS number
  OPTIONAL CALL (triplet) {
    MATCH (triplet)-[:SUBJECT]->()<-[:SUBJECT]-(rival:Triplet)
    WHERE $replaces AND triplet.slot <> '' AND rival.slot = triplet.slot AND rival.expired_at = $forever AND rival <> triplet
    RETURN rival
    UNION
    MATCH (triplet)-[:OBJECT]->()<-[:OBJECT]-(rival:Triplet)
    WHERE $replaces AND triplet.made AND rival.predicate = triplet.predicate AND rival.slot IS NOT NULL AND rival.expired_at = $forever AND rival <> triplet
    RETURN rival
  }
  WITH triplet, number, collect(rival) AS rivals
  RETURN collect([triplet, number, rivals]) AS contested
}
CALL (contested) {
  UNWIND contested AS each
  CALL (each) {
    UNWIND [judged IN $ended WHERE judged[1] = each[1] | judged[0]] AS id
    MATCH (old:Clew {space: $space, id: id})
    WHERE old.expired_at = $forever AND old <> each[0]
    RETURN collect(old) AS outdated
  }
  UNWIND each[2] + outdated AS old
  WITH DISTINCT each[0] AS triplet, old
  MATCH (subject)<-[:SUBJECT]-(old)-[:OBJECT]->(object)
  MERGE (old)-[link:REPLACED_BY]->(triplet)
  ON CREATE SET link.valid_to = old.valid_to, link.created_at = $now, link.expired_at = $forever
  SET old.valid_to = $now, old.expired_at = $now
  RETURN collect([subject.name, old.predicate, object.name]) AS replaced
}
RETURN [pair IN made | pair[1].id] AS new, replaced, head([each IN said WHERE each.row.subject = $player | each.object.name]) AS place
