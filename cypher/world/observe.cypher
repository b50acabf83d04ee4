// Writes one observation in memory's names for things: its episode, the things that are new, and its triplets. What is
// believed already gains support; what a thing can have one of at a time ends what it had before, and so does what a
// judge named. It takes the lock of the space's one writer first. Where the step is not the next, or the vector of a
// text that is new is not among those given, it says so and writes nothing.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $run: STRING  the run, which is a session
// $episode: MAP  properties of the episode; position is its place in the run, or null for the next, and decision the walk that its action began, empty within one, or null without
// $mark: INTEGER  the text's, 0 to 2^31
// $names: LIST<MAP>  of each thing that it speaks of: name, spelling, words, numbered (whether spelling alone tells it from others: it holds a number, or letters that are not Latin)
// $triplets: LIST<MAP>  what it says: subject, predicate and object (names), slot (what the subject has one of at a time, or empty), direction (the way that it is about: a direction, or the name of where it leads; or null), move (true for one that was made, false for the way back, else null), mark (0 to 2^31, as if by chance)
// $here: STRING  the name that stands for the place where the player is
// $player: STRING  who acts
// $inventory: STRING  what holds the things that are carried
// $vectors: MAP  vectors, by text
// $same: FLOAT  similarity (0 to 1) from which a new name may be another word for a known thing
// $replaces: BOOLEAN  whether what is outdated ends; else only where the player is, and what is carried, does
// $ended: LIST<MAP>  id of a triplet that a judge says is outdated, and the number of the triplet in its place
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> closed: BOOLEAN  whether the space, or much of it, is being forgotten
// -> encoder: STRING  whose vectors the store holds by now
// -> length: INTEGER  steps that the run had before
// -> last_text: STRING  what was observed at the last of them
// -> last_action: STRING  after which action
// -> missing: LIST<STRING>  texts whose vectors are missing
// -> said: INTEGER  how many triplets it has, of several values for what a thing has one of the last
// -> new: LIST<MAP{subject: STRING, predicate: STRING, object: STRING}>  those that were not believed before; null where nothing was written
// -> replaced: LIST<MAP{subject: STRING, predicate: STRING, object: STRING}>  those that ended; null likewise
// -> place: STRING  what memory calls the place where the player is; null where that is unknown
CYPHER 25
MERGE (space:Clew {space: $space, id: 'space'})
ON CREATE SET space:Space, space.kind = 'Space', space.text = $space, space.speakers = [], space.aliases = [], space.given_aliases = [],
  space.texts = 0, space.closed = false,
  space.created_at = $now
SET space.text = $space // the lock: what is read below is what was written before
SET space.locked_at = CASE WHEN space.locked_at >= $now THEN space.locked_at + duration({microseconds: 1}) ELSE $now END
WITH space, space.locked_at AS now
CALL () {
  OPTIONAL MATCH (run:Clew {space: $space, id: 'session:' + $run}) USING INDEX SEEK run:Clew(space, id)
  OPTIONAL MATCH (last:Clew {space: $space, session: $run, position: run.length - 1}) USING INDEX SEEK last:Clew(space, session, position)
  RETURN coalesce(run.length, 0) AS length, last
}
CALL () {
  OPTIONAL MATCH (player:Clew {space: $space, id: 'entity:' + $player})<-[:SUBJECT]-(stands:Triplet)-[:OBJECT]->(anywhere) USING INDEX SEEK player:Clew(space, id)
  WHERE stands.slot = 'place' AND stands.expired_at = $forever
  RETURN head(collect(anywhere.name)) AS anywhere
}
CALL (anywhere) {
  OPTIONAL MATCH (step:Clew {space: $space, session: $run}) USING INDEX SEEK step:Clew(space, session, position)
  WHERE step.position >= 0 AND step.place <> ''
  WITH step ORDER BY step.space DESC, step.session DESC, step.position DESC LIMIT 1 // as the index is ordered
  OPTIONAL MATCH (given:Clew {space: $space, id: 'entity:' + step.place}) USING INDEX SEEK given:Clew(space, id)
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  RETURN coalesce(meant.name, given.name, anywhere) AS place, step IS NOT NULL AS stood
}
CALL () {
  UNWIND $names AS row
  OPTIONAL MATCH (given:Clew {space: $space, id: 'entity:' + row.name}) USING INDEX SEEK given:Clew(space, id)
  WHERE given.embedding IS NOT NULL
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  RETURN collect({given: row.name, meant: coalesce(meant.name, given.name)}) AS names
}
CALL (place, stood, names) {
  UNWIND range(0, size($triplets) - 1) AS number
  WITH number, $triplets[number] AS row
  WITH number, row,
    CASE row.subject WHEN $here THEN place ELSE coalesce(head([name IN names WHERE name.given = row.subject | name.meant]), row.subject) END AS subject,
    CASE row.object WHEN $here THEN place ELSE coalesce(head([name IN names WHERE name.given = row.object | name.meant]), row.object) END AS object
  WHERE subject <> object AND (stood OR row.move IS NULL) // who was nowhere in this run has come from nowhere
  WITH number, row {.*, direction: CASE row.direction WHEN row.subject THEN subject WHEN row.object THEN object ELSE row.direction END} AS row,
    subject, object, row.slot AS slot
  ORDER BY number
  WITH CASE slot WHEN '' THEN [subject, row.predicate, object] ELSE [subject, slot] END AS taken, min(number) AS first,
    last(collect(row {.*, number: number, subject: subject, object: object, slot: slot, text: subject + ' ' + row.predicate + ' ' + object})) AS row
  OPTIONAL MATCH (known:Clew {space: $space, statement_key: row.subject + '\n' + row.predicate + '\n' + row.object}) USING INDEX SEEK known:Clew(space, statement_key)
  WHERE known:Triplet
  WITH first, row, max(known.expired_at) = $forever AS believed,
    head(collect(CASE known.text WHEN row.text THEN known.embedding END)) AS vector
  ORDER BY first
  RETURN collect(row {.*, believed: coalesce(believed, false), vector: coalesce($vectors[row.text], vector)}) AS rows
}
CALL () {
  OPTIONAL MATCH (same:Clew {space: $space, statement_key: $episode.statement_key}) USING INDEX SEEK same:Clew(space, statement_key)
  RETURN coalesce($vectors[$episode.text], head(collect(same.embedding))) AS vector, count(same) = 0 AS unheard
}
WITH *, [row IN rows | row.subject] + [row IN rows | row.object] AS seen // two things that are seen together are two
WITH *, [name IN names WHERE name.meant IS NULL AND name.given <> coalesce(place, '') AND name.given IN seen | name.given] AS unknown
WITH *, [text IN [$episode.text] WHERE vector IS NULL] + [name IN unknown WHERE $vectors[name] IS NULL]
  + [row IN rows WHERE NOT row.believed AND row.vector IS NULL | row.text] AS missing
OPTIONAL CALL (space, now, length, rows, vector, unheard, seen, unknown, missing) {
  UNWIND CASE WHEN size(missing) = 0 AND coalesce($episode.position, length) = length THEN [length] ELSE [] END AS step
  CALL (unknown) {
    UNWIND unknown AS name
    WITH head([row IN $names WHERE row.name = name]) AS row, $vectors[name] AS vector
    CALL (vector) {
      MATCH (near:Clew)
      SEARCH near IN (
        VECTOR INDEX clew_vector FOR vector
        WHERE near.space = $space AND near.kind = 'Entity'
        LIMIT 5
      ) SCORE AS score
      RETURN collect({node: near, score: score}) AS hits
    }
    RETURN collect({name: row.name, row: row, vector: vector, hits:
      [hit IN hits WHERE hit.node.spelling = row.spelling OR hit.score >= $same AND NOT row.numbered AND NOT hit.node.numbered
                         AND none(word IN hit.node.words WHERE word IN row.words) | hit.node]}) AS things
  }
  MERGE (run:Clew {space: $space, id: 'session:' + $run})
  ON CREATE SET run:Session, run.kind = 'Session', run.space_key = $space_key, run.text = $run, run.at = now,
    run.speakers = [], run.addressed = [], run.session_text = '', run.pending = false, run.created_at = now
  SET space.texts = space.texts + 1, space.runs = coalesce(space.runs, 0) + CASE WHEN run.number IS NULL THEN 1 ELSE 0 END
  SET run.number = coalesce(run.number, space.runs), run.length = step + 1
  CREATE (episode:Clew:Episode {space: $space, id: 'episode:' + $run + '/' + step})
  SET episode += $episode,
      episode.kind = 'Episode', episode.space_key = $space_key, episode.session = $run, episode.position = step,
      episode.embedding = vector, episode.at = now, episode.valid_from = now, episode.valid_to = $forever, episode.created_at = now,
      episode.expired_at = $forever, episode.consolidated_at = now
  CREATE (run)-[:HAS_EPISODE {created_at: now, expired_at: $forever}]->(episode)
  WITH space, unheard, rows, seen, things, step, now, run, episode
  CALL (step, now, episode) {
    MATCH (before:Clew) USING INDEX SEEK before:Clew(space, session, position)
    WHERE before.space = $space AND before.session = $run AND before.position < step
    WITH now, episode, before ORDER BY before.space DESC, before.session DESC, before.position DESC LIMIT 1 // as the index is ordered
    CREATE (before)-[:NEXT {created_at: now, expired_at: $forever}]->(episode)
  }
  CALL (things, seen, now) {
    UNWIND things AS each
    MERGE (thing:Clew {space: $space, id: 'entity:' + each.name})
    ON CREATE SET thing:Entity, thing.kind = 'Entity', thing.name = each.name, thing.text = each.name, thing.created_at = now
    SET thing.embedding = each.vector, thing.spelling = each.row.spelling, thing.words = each.row.words, thing.numbered = each.row.numbered
    WITH each, thing, seen, now
    UNWIND each.hits AS hit
    OPTIONAL MATCH (hit)-[:SAME_AS]->(meant:Entity)
    WITH thing, seen, now, head(collect(coalesce(meant, hit))) AS known
    WHERE NOT known.name IN seen
    MERGE (thing)-[link:SAME_AS]->(known)
    ON CREATE SET link.created_at = now, link.expired_at = $forever
  }
  CALL (rows) {
    UNWIND rows AS row
    MATCH (one:Clew {space: $space, id: 'entity:' + row.subject}) USING INDEX SEEK one:Clew(space, id)
    MATCH (other:Clew {space: $space, id: 'entity:' + row.object}) USING INDEX SEEK other:Clew(space, id)
    OPTIONAL MATCH (one)-[:SAME_AS]->(first:Entity)
    OPTIONAL MATCH (other)-[:SAME_AS]->(second:Entity)
    WITH row, coalesce(first, one) AS subject, coalesce(second, other) AS object
    WITH row, subject, object, subject.name + '\n' + row.predicate + '\n' + object.name AS key
    OPTIONAL MATCH (before:Clew {space: $space, statement_key: key}) USING INDEX SEEK before:Clew(space, statement_key)
    WITH row, subject, object, key, head(collect(CASE before.expired_at WHEN $forever THEN before END)) AS known, head(collect(before.mark)) AS mark
    RETURN collect({row: row, subject: subject, object: object, key: key, known: known, mark: mark}) AS said
  }
  CALL (said, step, now, run) {
    UNWIND [each IN said WHERE each.known IS NULL] AS each
    WITH each, each.row AS row, each.subject AS subject, each.object AS object, step, now, run
    CREATE (triplet:Clew:Triplet {space: $space, id: 'triplet:' + run.number + '.' + step + '.' + row.number})
    SET triplet.kind = 'Triplet', triplet.space_key = $space_key, triplet.statement_key = each.key,
        triplet.predicate = row.predicate, triplet.slot = row.slot, triplet.direction = row.direction, triplet.text = row.text, triplet.search_text = row.text,
        triplet.embedding = row.vector, triplet.belief = 1.0, triplet.at = now,
        triplet.valid_from = now, triplet.valid_to = $forever, triplet.created_at = now, triplet.expired_at = $forever,
        triplet.mark = coalesce(each.mark, row.mark * (step + 1) % 1000000000039) // by the step too: the same words mean other things elsewhere
    CREATE (triplet)-[:SUBJECT {created_at: now, expired_at: $forever}]->(subject)
    CREATE (triplet)-[:OBJECT {created_at: now, expired_at: $forever}]->(object)
    RETURN collect({row: row, triplet: triplet}) AS made
  }
  WITH space, unheard, episode, now, said, made, made + [each IN said WHERE each.known IS NOT NULL | {row: each.row, triplet: each.known}] AS believed
  CALL (episode, now, believed) {
    UNWIND believed AS each
    WITH episode, now, each.row AS row, each.triplet AS triplet
    CREATE (triplet)-[:DERIVED_FROM {claim: episode.id, belief: 1.0, created_at: now, expired_at: $forever}]->(episode)
    WITH row, triplet
    WHERE row.move IS NOT NULL
    SET triplet.made = row.move OR coalesce(triplet.made, false)
  }
  CALL (said, made) {
    UNWIND made + [each IN said WHERE each.known IS NOT NULL AND (each.row.move OR NOT $replaces) | {row: each.row, triplet: each.known}] AS each
    WITH each.triplet AS triplet, each.row.number AS number
    OPTIONAL CALL (triplet) {
      MATCH (triplet)-[:SUBJECT]->(subject)<-[:SUBJECT]-(rival:Triplet)-[:OBJECT]->(object)
      WHERE triplet.slot <> '' AND rival.slot = triplet.slot AND rival.expired_at = $forever AND rival <> triplet
        AND ($replaces OR rival.slot = 'place' AND (subject.name = $player OR object.name = $inventory))
      RETURN rival
      UNION
      MATCH (triplet)-[:OBJECT]->()<-[:OBJECT]-(rival:Triplet)
      WHERE $replaces AND triplet.made AND rival.predicate = triplet.predicate AND rival.direction = triplet.direction AND rival.slot IS NOT NULL AND rival.expired_at = $forever AND rival <> triplet
      RETURN rival
    }
    WITH triplet, number, collect(rival) AS rivals
    RETURN collect({triplet: triplet, number: number, rivals: rivals}) AS contested
  }
  CALL (contested, now) {
    UNWIND contested AS each
    CALL (each) {
      UNWIND [judged IN $ended WHERE judged.number = each.number | judged.id] AS id
      MATCH (old:Clew {space: $space, id: id}) USING INDEX SEEK old:Clew(space, id)
      WHERE old.expired_at = $forever AND old <> each.triplet
      RETURN collect(old) AS outdated
    }
    UNWIND each.rivals + outdated AS old
    WITH DISTINCT each.triplet AS triplet, old, now
    MATCH (subject)<-[:SUBJECT]-(old)-[:OBJECT]->(object)
    MERGE (old)-[link:REPLACED_BY]->(triplet)
    ON CREATE SET link.valid_to = old.valid_to, link.created_at = now, link.expired_at = $forever
    SET old.valid_to = now, old.expired_at = now
    RETURN collect({subject: subject.name, predicate: old.predicate, object: object.name}) AS replaced,
      reduce(marks = 0, each IN collect(DISTINCT old) | marks + coalesce(each.mark, 0)) AS lost
  }
  SET space.marks = coalesce(space.marks, 0) - lost + reduce(marks = 0, each IN made | marks + each.triplet.mark)
                    + CASE WHEN unheard THEN $mark ELSE 0 END
  SET episode.marks = space.marks
  RETURN [each IN made | {subject: each.row.subject, predicate: each.row.predicate, object: each.row.object}] AS new, replaced,
    head([each IN said WHERE each.row.subject = $player | each.object.name]) AS arrived
}
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  length, last.text AS last_text, last.action AS last_action, missing, size(rows) AS said,
  new, replaced, coalesce(arrived, place) AS place
