// Of some turns those whose fact that is closest to a question was replaced, each with the turn that says the other fact.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns, and other nodes
// $vector: LIST<FLOAT>  the query's embedding
// $as_of: ZONED DATETIME  what was said or began to hold later counts for nothing; null for now
// -> id: STRING  of a turn
// -> later: STRING  id of the turn that says what holds in its place
// -> text: STRING  its words
// -> since: LIST<INTEGER>  from when on that holds: milliseconds since 1970, and the microseconds after them
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
WHERE EXISTS { (turn)<-[:DERIVED_FROM]-(:Fact)-[:REPLACED_BY]->() }
CALL (turn) {
  MATCH (turn)<-[:DERIVED_FROM]-(fact:Fact)
  WHERE fact['retracted_at'] IS NULL
  WITH fact ORDER BY vector.similarity.cosine(fact.embedding, $vector) DESC, fact.id LIMIT 1
  MATCH (fact)-[:REPLACED_BY]->(new:Fact)-[:DERIVED_FROM]->(later:Episode)
  WHERE new['retracted_at'] IS NULL AND new.valid_from <= coalesce($as_of, datetime()) AND coalesce(later.at <= coalesce($as_of, datetime()), true) AND later.id <> turn.id
  RETURN new, later ORDER BY new.valid_from, later.at DESC, later.id LIMIT 1
}
RETURN turn.id AS id, later.id AS later, later.text AS text, [new.valid_from.epochMillis, new.valid_from.microsecond % 1000] AS since
