// The triplets of some things, closest in meaning to the thing first; where it has fewer than wanted, others that are close.
// $space: STRING  the tenant
// $names: LIST<STRING>  normalised names
// $width: INTEGER  triplets taken per thing
// $fetched: INTEGER  likewise, and as many more as are doubted
// $at: ZONED DATETIME  when they shall be believed
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// $forever: ZONED DATETIME  the open end
// -> name: STRING  the thing, as it was asked for
// -> held: MAP{id: STRING, triplet: MAP{subject: STRING, predicate: STRING, object: STRING}, since: ZONED DATETIME, until: ZONED DATETIME}  the triplet; until is null while it is believed
CYPHER 25
UNWIND range(0, size($names) - 1) AS place
MATCH (given:Clew {space: $space, id: 'entity:' + $names[place]}) USING INDEX SEEK given:Clew(space, id)
WHERE given.embedding IS NOT NULL
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH place, given.embedding AS vector, coalesce(meant, given) AS thing
CALL (vector, thing) {
  MATCH (thing)<-[:SUBJECT|OBJECT]-(own:Triplet)
  WHERE (own.created_at <= $at AND own.expired_at > $at AND NOT own.id IN $doubted OR own.id IN $believed)
  WITH DISTINCT own, vector.similarity.cosine(own.embedding, vector) AS score
  ORDER BY score DESC, own.id LIMIT $width
  RETURN collect(own) AS first
}
CALL (vector) {
  CALL (vector) {
    MATCH (found:Clew)
    SEARCH found IN (
      VECTOR INDEX clew_vector FOR vector
      WHERE found.space = $space AND found.kind = 'Triplet' AND found.created_at <= $at AND found.expired_at > $at
      LIMIT $fetched
    ) SCORE AS similarity
    WITH found, similarity WHERE NOT found.id IN $doubted
    RETURN found AS near, similarity AS score
    UNION
    UNWIND $believed AS id
    MATCH (near:Clew {space: $space, id: id}) USING INDEX SEEK near:Clew(space, id)
    RETURN near, vector.similarity.cosine(near.embedding, vector) AS score
  }
  WITH near ORDER BY score DESC, near.id
  RETURN collect(near) AS second
}
WITH place, (first + [each IN second WHERE NOT each IN first])[..$width] AS chosen
UNWIND range(0, size(chosen) - 1) AS rank
WITH place, rank, chosen[rank] AS triplet
MATCH (subject)<-[:SUBJECT]-(triplet)-[:OBJECT]->(object)
RETURN $names[place] AS name, {id: triplet.id, triplet: {subject: subject.name, predicate: triplet.predicate, object: object.name},
  since: triplet.created_at, until: nullIf(triplet.expired_at, $forever)} AS held
ORDER BY place, rank
