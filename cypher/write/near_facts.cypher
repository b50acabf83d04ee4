// Finds the facts that are believed now and say the same as some statements, of a time that meets theirs, or are close
// to them; and, believed or not, the facts that the same texts have stated before: a statement may be read again after
// its fact was replaced. Facts that are leaving revive what they alone had replaced, so that is looked at as well. One row
// for each statement, in their order.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id (of the fact, were it new), key (statement_key), claim (what names its texts), since, until and vector of each statement
// $most: INTEGER  close facts per statement
// $leaving: LIST<STRING>  ids of facts that are about to be removed
// $forever: ZONED DATETIME  the open end
// -> near: LIST<MAP{id: STRING, key: STRING, text: STRING, since: ZONED DATETIME, until: ZONED DATETIME, at: ZONED DATETIME, similarity: FLOAT}>  per statement; similarity is a cosine
CYPHER 25
UNWIND range(0, size($rows) - 1) AS number
WITH number, $rows[number] AS row
CALL (row) {
  MATCH (same:Clew) USING INDEX SEEK same:Clew(space, statement_key)
  WHERE same.space = $space AND same.statement_key = row.key AND same.kind = 'Fact'
  WITH same, same.id = row.id OR EXISTS { (same)-[:DERIVED_FROM {claim: row.claim}]->() } AS stated
  WHERE stated OR same.expired_at = $forever AND same.valid_to >= row.since AND same.valid_from <= row.until
  WITH same, stated ORDER BY stated DESC, same.valid_from, same.id
  RETURN collect({id: same.id, key: same.statement_key, text: same.text, since: same.valid_from, until: same.valid_to, at: same.at, similarity: 1.0}) AS equal
}
CALL (row) {
  MATCH (close:Clew)
  SEARCH close IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE close.space = $space AND close.kind = 'Fact' AND close.expired_at = $forever
    LIMIT $most
  ) SCORE AS score
  WITH close, score
  WHERE close.statement_key <> row.key
  RETURN collect({id: close.id, key: close.statement_key, text: close.text, since: close.valid_from, until: close.valid_to, at: close.at, similarity: 2 * score - 1}) AS similar
}
CALL (row) {
  UNWIND $leaving AS id
  MATCH (back:Clew)-[link:REPLACED_BY]->(gone:Clew {space: $space, id: id}) USING INDEX SEEK gone:Clew(space, id)
  WHERE back.kind = 'Fact' AND NOT back.id IN $leaving
    AND (back.statement_key <> row.key OR link.valid_to >= row.since AND back.valid_from <= row.until)
    AND NOT EXISTS { (back)-[:REPLACED_BY]->+(next:Clew) WHERE NOT next.id IN $leaving }
  WITH back, max(link.valid_to) AS until, 2 * vector.similarity.cosine(back.embedding, row.vector) - 1 AS similarity
  RETURN collect({id: back.id, key: back.statement_key, text: back.text, since: back.valid_from, until: until, at: back.at, similarity: similarity}) AS revived
}
RETURN equal + similar + revived AS near
ORDER BY number
