// Which concepts are known under some names, and which is closest to each in meaning.
// $space: STRING  the tenant
// $rows: LIST<MAP>  name and vector of each
// -> known: LIST<STRING>  per row the name where that is a concept, or empty
// -> closest: LIST<LIST<ANY>>  per row name and similarity (0 to 1) of the closest concept; empty and 0 where there is none
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
  RETURN collect([close.name, score]) AS near
}
WITH number, near, CASE WHEN EXISTS { MATCH (same:Clew {space: $space, id: 'concept:' + row.name}) USING INDEX SEEK same:Clew(space, id) } THEN row.name ELSE '' END AS known
ORDER BY number
RETURN collect(known) AS known, collect(coalesce(near[0], ['', 0.0])) AS closest
