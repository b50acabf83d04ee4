// The facts that are believed now and say the same as some statements, or are close to them; and, believed or not,
// those that the same texts have stated before: a statement is read twice, and in between the fact was replaced.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id (of the fact, were it new), key (statement_key), claim (what names its texts) and vector of each statement
// $most: INTEGER  close facts per statement
// $forever: ZONED DATETIME  the open end
// -> near: LIST<LIST<LIST<ANY>>>  per statement: id, statement_key, text, valid_from and similarity (0 to 1, see retrieval) of each
CYPHER 25
UNWIND range(0, size($rows) - 1) AS number
WITH number, $rows[number] AS row
CALL (row) {
  MATCH (same:Clew) USING INDEX SEEK same:Clew(space, statement_key)
  WHERE same.space = $space AND same.statement_key = row.key AND same.kind = 'Fact'
  WITH same, same.id = row.id OR EXISTS { (same)-[:DERIVED_FROM {claim: row.claim}]->() } AS stated
  WHERE stated OR same.expired_at = $forever
  WITH same, stated ORDER BY stated DESC, same.id
  RETURN collect([same.id, same.statement_key, same.text, same.valid_from, 1.0]) AS equal
}
CALL (row) {
  MATCH (close:Clew)
  SEARCH close IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE close.space = $space AND close.kind = 'Fact' AND close.expired_at = $forever
    LIMIT $most
  ) SCORE AS score
  RETURN collect([close.id, close.statement_key, close.text, close.valid_from, score]) AS similar
}
WITH number, equal + [fact IN similar WHERE fact[1] <> row.key] AS found
ORDER BY number
RETURN collect(found) AS near
