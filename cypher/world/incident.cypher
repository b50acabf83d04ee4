// The triplets of some things, closest in meaning to the thing first; where it has fewer than wanted, others that are close.
// $space: STRING  the tenant
// $names: LIST<STRING>  normalised names
// $width: INTEGER  triplets taken per thing
// $at: ZONED DATETIME  when they shall be believed
// -> name: STRING  the thing, as it was asked for
// -> id: STRING  the triplet
// -> subject: STRING  name
// -> predicate: STRING  what is said
// -> object: STRING  name
// -> since: ZONED DATETIME  from when on it was believed
// -> until: ZONED DATETIME  until when
CYPHER 25
UNWIND range(0, size($names) - 1) AS place
MATCH (given:Clew {space: $space, id: 'entity:' + $names[place]}) USING INDEX SEEK given:Clew(space, id)
WHERE given.embedding IS NOT NULL
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH place, given.embedding AS vector, coalesce(meant, given) AS thing
CALL (vector, thing) {
  MATCH (thing)<-[:SUBJECT|OBJECT]-(own:Triplet)
  WHERE own.created_at <= $at AND own.expired_at > $at
  WITH DISTINCT own, vector.similarity.cosine(own.embedding, vector) AS score
  ORDER BY score DESC, own.id LIMIT $width
  RETURN collect(own) AS first
}
CALL (vector) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR vector
    WHERE near.space = $space AND near.kind = 'Triplet' AND near.created_at <= $at AND near.expired_at > $at
    LIMIT $width
  ) SCORE AS score
  RETURN collect(near) AS second
}
WITH place, (first + [each IN second WHERE NOT each IN first])[..$width] AS chosen
UNWIND range(0, size(chosen) - 1) AS rank
WITH place, rank, chosen[rank] AS triplet
MATCH (subject)<-[:SUBJECT]-(triplet)-[:OBJECT]->(object)
RETURN $names[place] AS name, triplet.id AS id, subject.name AS subject, triplet.predicate AS predicate, object.name AS object,
  triplet.created_at AS since, triplet.expired_at AS until
ORDER BY place, rank
