// The items of some ids.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of the items
// $omit: BOOLEAN  whether those are left out whose time to live is over
// -> id: STRING  of the item
// -> namespace: LIST<STRING>  its labels
// -> key: STRING  its key
// -> value: STRING  its value, as a JSON object
// -> created_at: ZONED DATETIME  when it was first stored
// -> updated_at: ZONED DATETIME  when it was stored last
// -> score: FLOAT  cosine similarity of the text that fits best; null without a query, or without a text
// -> is_passing: BOOLEAN  whether it has a time to live
UNWIND $ids AS id
MATCH (item:Clew {space: $space, id: id}) USING INDEX SEEK item:Clew(space, id)
WHERE NOT $omit OR item.expires_at > datetime()
RETURN item.id AS id, item.namespace AS namespace, item.key AS key, item.value AS value, item.created_at AS created_at,
  item.updated_at AS updated_at, null AS score, item.ttl IS NOT NULL AS is_passing
