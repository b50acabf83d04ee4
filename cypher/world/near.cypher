// The triplets closest in meaning to some queries.
// $space: STRING  the tenant
// $vectors: LIST<LIST<FLOAT>>  of the queries
// $width: INTEGER  triplets taken per query
// $at: ZONED DATETIME  when they shall be believed
// -> query: INTEGER  number of the query
// -> id: STRING  the triplet
// -> subject: STRING  name
// -> predicate: STRING  what is said
// -> object: STRING  name
// -> since: ZONED DATETIME  from when on it was believed
// -> until: ZONED DATETIME  until when
CYPHER 25
UNWIND range(0, size($vectors) - 1) AS query
CALL (query) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR $vectors[query]
    WHERE near.space = $space AND near.kind = 'Triplet' AND near.created_at <= $at AND near.expired_at > $at
    LIMIT $width
  ) SCORE AS score
  RETURN near, score
}
MATCH (subject)<-[:SUBJECT]-(near)-[:OBJECT]->(object)
RETURN query, near.id AS id, subject.name AS subject, near.predicate AS predicate, object.name AS object,
  near.created_at AS since, near.expired_at AS until
ORDER BY query, score DESC, id
