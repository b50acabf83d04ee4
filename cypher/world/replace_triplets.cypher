// Ends what an episode's triplets replace: what their subject had of what it has one of at a time, where a way led that was gone, and what a judge named. Counts the marks of what is believed.
// $space: STRING  the tenant
// $run: STRING  the run of the episode
// $step: INTEGER  its place in the run
// $triplets: LIST<MAP>  of each triplet that may replace others: id, and judged (ids of the triplets that a judge says it replaces)
// $replaces: BOOLEAN  whether all that is outdated ends; else only where the player is, and what is carried, does
// $player: STRING  who acts
// $inventory: STRING  what holds the things that are carried
// $marks: INTEGER  the marks of what is new
// $now: ZONED DATETIME  the instant of the lock
// $forever: ZONED DATETIME  the open end
// -> subject: STRING  of a triplet that ended
// -> predicate: STRING  its predicate
// -> object: STRING  its object
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
MATCH (episode:Clew {space: $space, id: 'episode:' + $run + '/' + $step}) USING INDEX SEEK episode:Clew(space, id)
CALL () {
  UNWIND $triplets AS row
  MATCH (triplet:Clew {space: $space, id: row.id}) USING INDEX SEEK triplet:Clew(space, id)
  CALL (row, triplet) {
    MATCH (triplet)-[:SUBJECT]->(subject)<-[:SUBJECT]-(old:Triplet)-[:OBJECT]->(object)
    WHERE triplet.slot <> '' AND old.slot = triplet.slot
      AND ($replaces OR old.slot = 'place' AND (subject.name = $player OR object.name = $inventory))
    RETURN old
    UNION
    MATCH (triplet)-[:OBJECT]->()<-[:OBJECT]-(old:Triplet)
    WHERE $replaces AND triplet.made AND old.predicate = triplet.predicate AND old.direction = triplet.direction AND old.slot IS NOT NULL
    RETURN old
    UNION
    UNWIND row.judged AS id
    MATCH (old:Clew {space: $space, id: id}) USING INDEX SEEK old:Clew(space, id)
    RETURN old
  }
  WITH triplet, old
  WHERE old.expired_at = $forever AND old <> triplet
  WITH collect(DISTINCT {triplet: triplet, old: old}) AS pairs // none ends before all are found
  UNWIND pairs AS pair
  WITH pair.triplet AS triplet, pair.old AS old
  MATCH (subject)<-[:SUBJECT]-(old)-[:OBJECT]->(object)
  MERGE (old)-[link:REPLACED_BY]->(triplet)
  ON CREATE SET link.valid_to = old.valid_to, link.created_at = $now, link.expired_at = $forever
  SET old.valid_to = $now, old.expired_at = $now
  RETURN collect({subject: subject.name, predicate: old.predicate, object: object.name}) AS replaced,
    reduce(marks = 0, each IN collect(DISTINCT old) | marks + coalesce(each.mark, 0)) AS lost
}
SET space.marks = coalesce(space.marks, 0) - lost + $marks
SET episode.marks = space.marks
WITH replaced
UNWIND replaced AS each
RETURN each.subject AS subject, each.predicate AS predicate, each.object AS object
