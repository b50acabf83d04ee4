// The triplets that match a pattern, in the order in which they came to be believed.
// $space: STRING  the tenant
// $subject: STRING  normalised name; null for any
// $predicate: STRING  what is said; null for anything
// $object: STRING  normalised name; null for any
// $at: ZONED DATETIME  when they shall be believed
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// $forever: ZONED DATETIME  the open end
// -> id: STRING  the triplet
// -> triplet: MAP{subject: STRING, predicate: STRING, object: STRING}  what it says, by names
// -> since: ZONED DATETIME  from when on it was believed
// -> until: ZONED DATETIME  until when; null while it is believed
CALL () {
  WITH * WHERE $subject IS NOT NULL
  MATCH (given:Clew {space: $space, id: 'entity:' + $subject}) USING INDEX SEEK given:Clew(space, id)
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  WITH coalesce(meant, given) AS thing
  MATCH (thing)<-[:SUBJECT]-(triplet:Triplet)
  RETURN triplet
  UNION
  WITH * WHERE $subject IS NULL AND $object IS NOT NULL
  MATCH (given:Clew {space: $space, id: 'entity:' + $object}) USING INDEX SEEK given:Clew(space, id)
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  WITH coalesce(meant, given) AS thing
  MATCH (thing)<-[:OBJECT]-(triplet:Triplet)
  RETURN triplet
  UNION
  UNWIND CASE WHEN $subject IS NULL AND $object IS NULL THEN ['Triplet'] ELSE [] END AS kind // else none is looked at
  MATCH (triplet:Clew {space: $space, kind: kind}) USING INDEX SEEK triplet:Clew(space, kind)
  RETURN triplet
}
CALL (triplet) { // by itself the server scans all relationships of a type where it counted few
  MATCH (subject)<-[:SUBJECT]-(triplet)-[:OBJECT]->(object)
  RETURN subject, object
}
WITH *
WHERE (triplet.created_at <= $at AND triplet.expired_at > $at AND NOT triplet.id IN $doubted OR triplet.id IN $believed)
  AND ($predicate IS NULL OR triplet.predicate = $predicate)
  AND ($object IS NULL OR object.name = $object OR EXISTS { MATCH (named:Clew {space: $space, id: 'entity:' + $object})-[:SAME_AS]->(object) USING INDEX SEEK named:Clew(space, id) })
RETURN triplet.id AS id, {subject: subject.name, predicate: triplet.predicate, object: object.name} AS triplet,
  triplet.created_at AS since, nullIf(triplet.expired_at, $forever) AS until
ORDER BY since, id
