// A page of the items in a namespace and in all within it: those that fit a query best first, then the oldest.
// $space: STRING  the tenant
// $place: STRING  id of the namespace
// $vector: LIST<FLOAT>  the query's embedding; null without a query
// $omit: BOOLEAN  whether those are left out whose time to live is over
// $offset: INTEGER  items passed over
// $limit: INTEGER  items returned
// -> id: STRING  of the item
// -> namespace: LIST<STRING>  its labels
// -> key: STRING  its key
// -> value: STRING  its value, as a JSON object
// -> created_at: ZONED DATETIME  when it was first stored
// -> updated_at: ZONED DATETIME  when it was stored last
// -> score: FLOAT  cosine similarity of the text that fits best; null without a query, or without a text
// -> is_passing: BOOLEAN  whether it has a time to live
MATCH (place:Clew {space: $space, id: $place}) USING INDEX SEEK place:Clew(space, id)
MATCH (place)<-[:WITHIN]-*(:Clew)<-[:IN_NAMESPACE]-(item:Clew)
WHERE NOT $omit OR item.expires_at > datetime()
CALL (item) {
  WITH item WHERE $vector IS NOT NULL
  MATCH (item)-[:HAS_TEXT]->(text:Clew)
  RETURN max(2 * vector.similarity.cosine(text.embedding, $vector) - 1) AS score
}
WITH item, score
ORDER BY coalesce(score, -2.0) DESC, item.created_at, item.id SKIP $offset LIMIT $limit
RETURN item.id AS id, item.namespace AS namespace, item.key AS key, item.value AS value, item.created_at AS created_at,
  item.updated_at AS updated_at, score, item.ttl IS NOT NULL AS is_passing
