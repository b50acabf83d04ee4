// Finds the concept that is known under each name, else the closest one in meaning; one row for each, in their order.
// $space: STRING  the tenant
// $rows: LIST<MAP>  name and vector of each
// $least: FLOAT  similarity from which two are one, 0 to 1
// -> name: STRING  of the known concept; empty where there is none
CYPHER 25
UNWIND range(0, size($rows) - 1) AS number
WITH number, $rows[number] AS row
CALL (row) {
  MATCH (close:Clew)
  SEARCH close IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE close.space = $space AND close.kind = 'Concept'
    LIMIT 1
  ) SCORE AS score
  WITH close, score
  WHERE score >= $least
  RETURN collect(close.name) AS near
}
RETURN CASE
  WHEN EXISTS { MATCH (same:Clew {space: $space, id: 'concept:' + row.name}) USING INDEX SEEK same:Clew(space, id) } THEN row.name
  ELSE coalesce(near[0], '')
END AS name
ORDER BY number
