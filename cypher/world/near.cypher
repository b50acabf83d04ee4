// The triplets closest in meaning to some queries.
// $space: STRING  the tenant
// $vectors: LIST<LIST<FLOAT>>  of the queries
// $width: INTEGER  triplets taken per query
// $fetched: INTEGER  likewise, and as many more as are doubted
// $at: ZONED DATETIME  when they shall be believed
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// $forever: ZONED DATETIME  the open end
// -> query: INTEGER  number of the query
// -> held: MAP{id: STRING, triplet: MAP{subject: STRING, predicate: STRING, object: STRING}, since: ZONED DATETIME, until: ZONED DATETIME}  the triplet; until is null while it is believed
CYPHER 25
UNWIND range(0, size($vectors) - 1) AS query
CALL (query) {
  MATCH (found:Clew)
  SEARCH found IN (
    VECTOR INDEX clew_vector FOR $vectors[query]
    WHERE found.space = $space AND found.kind = 'Triplet' AND found.created_at <= $at AND found.expired_at > $at
    LIMIT $fetched
  ) SCORE AS similarity
  WITH found, similarity WHERE NOT found.id IN $doubted
  RETURN found AS near, similarity AS score
  UNION
  UNWIND $believed AS id
  MATCH (near:Clew {space: $space, id: id}) USING INDEX SEEK near:Clew(space, id)
  RETURN near, vector.similarity.cosine(near.embedding, $vectors[query]) AS score
}
WITH query, near, score ORDER BY score DESC, near.id
WITH query, collect({node: near, score: score})[..$width] AS closest
UNWIND closest AS each
WITH query, each.node AS near, each.score AS score
MATCH (subject)<-[:SUBJECT]-(near)-[:OBJECT]->(object)
RETURN query, {id: near.id, triplet: {subject: subject.name, predicate: near.predicate, object: object.name},
  since: near.created_at, until: nullIf(near.expired_at, $forever)} AS held
ORDER BY query, score DESC, near.id
