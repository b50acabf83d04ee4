// Finds the known reflection that is closest to each given one, where it is close enough; one row for each, in their order.
// $space: STRING  the tenant
// $rows: LIST<MAP>  key (statement_key) and vector of each
// $least: FLOAT  similarity from which two are one, 0 to 1
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of the known reflection; empty where there is none
// -> text: STRING  of it
CYPHER 25
UNWIND range(0, size($rows) - 1) AS number
WITH number, $rows[number] AS row
CALL (row) {
  MATCH (known:Clew)
  SEARCH known IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE known.space = $space AND known.kind = 'Reflection' AND known.expired_at = $forever
    LIMIT 1
  ) SCORE AS score
  RETURN collect({id: known.id, key: known.statement_key, text: known.text, score: score}) AS closest
}
WITH number, [hit IN closest WHERE hit.score >= $least OR hit.key = row.key][0] AS same
RETURN coalesce(same.id, '') AS id, coalesce(same.text, '') AS text
ORDER BY number
