// Which of some memories the full-text and vector indexes still find, by their own words and vectors.
// $space: STRING  the tenant
// $rows: LIST<MAP>  words (a full-text query; empty for none) and vector (null for none) of each
// $ids: LIST<STRING>  of the memories
// $limit: INTEGER  hits of each that are looked at
// -> hits: INTEGER  that were looked at
// -> found: LIST<STRING>  ids of those memories that are among them
CYPHER 25
CALL () {
  UNWIND [row IN $rows WHERE row.words <> ''] AS row
  CALL db.index.fulltext.queryNodes('clew_text', row.words, {limit: $limit}) YIELD node
  WHERE node.space = $space
  RETURN node
  UNION ALL
  UNWIND [row IN $rows WHERE row.vector IS NOT NULL] AS row
  CALL (row) {
    MATCH (near:Clew)
    SEARCH near IN (VECTOR INDEX clew_vector FOR row.vector WHERE near.space = $space LIMIT $limit)
    RETURN near
  }
  RETURN near AS node
}
WITH count(*) AS hits, collect(DISTINCT node.id) AS seen
RETURN hits, [id IN seen WHERE id IN $ids] AS found
