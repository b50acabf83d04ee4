// Finds the known reflection that says the same as each given one; one row for each, in their order.
// $space: STRING  the tenant
// $rows: LIST<MAP>  key (statement_key) and vector of each
// $least: FLOAT  similarity from which two are one, 0 to 1
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of the known reflection; empty where there is none
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
  RETURN collect([known.id, known.statement_key, score]) AS closest
}
WITH number, [hit IN closest WHERE hit[2] >= $least OR hit[1] = row.key | hit[0]] AS same
RETURN coalesce(same[0], '') AS id
ORDER BY number
