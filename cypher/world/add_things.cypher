// Makes things that memory has no name for. A new name is another word for a known thing where it is spelt the same, or means the same.
// $space: STRING  the tenant
// $things: LIST<MAP>  of each: name, spelling, words, numbered (whether spelling alone tells it from others: it holds a number, or letters that are not Latin) and vector
// $seen: LIST<STRING>  all things that the observation speaks of: two things that are seen together are two
// $same: FLOAT  similarity (0 to 1) from which a name that shares no word may mean the same
// $now: ZONED DATETIME  the instant of the lock
// $forever: ZONED DATETIME  the open end
CYPHER 25
UNWIND $things AS row
CALL (row) {
  MATCH (near:Clew)
  SEARCH near IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE near.space = $space AND near.kind = 'Entity'
    LIMIT 5
  ) SCORE AS score
  WITH near, score
  WHERE near.spelling = row.spelling
    OR score >= $same AND NOT row.numbered AND NOT near.numbered AND none(word IN near.words WHERE word IN row.words)
  RETURN collect(near) AS alike
}
WITH collect({row: row, alike: alike}) AS things // none is made before all are searched
UNWIND things AS each
MERGE (thing:Clew {space: $space, id: 'entity:' + each.row.name})
ON CREATE SET thing:Entity, thing.kind = 'Entity', thing.name = each.row.name, thing.text = each.row.name, thing.created_at = $now
SET thing.embedding = each.row.vector, thing.spelling = each.row.spelling, thing.words = each.row.words, thing.numbered = each.row.numbered
WITH thing, each
UNWIND each.alike AS other
OPTIONAL MATCH (other)-[:SAME_AS]->(meant:Entity)
WITH thing, head(collect(coalesce(meant, other))) AS known
WHERE NOT known.name IN $seen
MERGE (thing)-[link:SAME_AS]->(known)
ON CREATE SET link.created_at = $now, link.expired_at = $forever
