// Finds the known facts that are close to new ones, of any age, and the newest reflections that rest on them and hold.
// $space: STRING  the tenant
// $vectors: LIST<LIST<FLOAT>>  of the new facts
// $related: INTEGER  close facts per new one
// $leaving: LIST<STRING>  ids of facts that are about to be removed, and left out
// $most: INTEGER  facts returned
// $insights: INTEGER  reflections returned
// $forever: ZONED DATETIME  the open end
// -> facts: LIST<MAP{id: STRING, text: STRING}>  in the order of time
// -> reflections: LIST<STRING>  texts, sorted
CYPHER 25
UNWIND $vectors AS vector
CALL (vector) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR vector
    WHERE near.space = $space AND near.kind = 'Fact' AND near.expired_at = $forever
    LIMIT $related
  ) SCORE AS score
  RETURN near, score
}
WITH near, max(score) AS score
WHERE NOT near.id IN $leaving
ORDER BY score DESC, near.id LIMIT $most
WITH near ORDER BY near.valid_from, near.id
WITH collect(near) AS facts
RETURN [fact IN facts | {id: fact.id, text: fact.text}] AS facts, COLLECT {
  UNWIND facts AS fact
  MATCH (reflection:Clew)-[:DERIVED_FROM_FACT]->(fact)
  WHERE reflection.expired_at = $forever
  WITH DISTINCT reflection ORDER BY reflection.created_at DESC, reflection.id LIMIT $insights
  RETURN reflection.text ORDER BY reflection.text
} AS reflections
