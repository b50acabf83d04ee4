// The triplets closest in meaning to some queries.
// $space: STRING  the tenant
// $vectors: LIST<LIST<FLOAT>>  of the queries
// $width: INTEGER  triplets taken per query
// $at: ZONED DATETIME  when they shall be believed
// $forever: ZONED DATETIME  the open end
// -> query: INTEGER  number of the query
// -> held: MAP{id: STRING, triplet: MAP{subject: STRING, predicate: STRING, object: STRING}, since: ZONED DATETIME, until: ZONED DATETIME}  the triplet; until is null while it is believed
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
RETURN query, {id: near.id, triplet: {subject: subject.name, predicate: near.predicate, object: object.name},
  since: near.created_at, until: nullIf(near.expired_at, $forever)} AS held
ORDER BY query, score DESC, near.id
