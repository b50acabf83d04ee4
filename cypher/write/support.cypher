// Joins facts to the texts that say them, and computes what is to be believed from all who do.
// What is said in other words than the fact's is marked so: those must go with the last text that has them.
// Of a long turn the relationship names the part that is closest to the fact.
// A fact that is said for an earlier time in the same words holds since then.
// Of a claim that is there already only what made it changes, unless that was a caller. One text may be part of several claims, each with a relationship of its own.
// $space: STRING  the tenant
// $rows: LIST<MAP>  fact, sources (ids that say it together), claim (what names them), belief, extractor (what made it, or empty), text, key (statement_key) and begins (at, speaker, valid_from and search_text of a fact that it makes) of each claim; and of one that a caller told: told (its belief, in a list) and about
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (fact:Clew {space: $space, id: row.fact}) USING INDEX SEEK fact:Clew(space, id)
CALL (fact, row) {
  UNWIND row.sources AS id
  MATCH (source:Clew {space: $space, id: id}) USING INDEX SEEK source:Clew(space, id)
  MERGE (fact)-[support:DERIVED_FROM {claim: row.claim}]->(source)
  ON CREATE SET support.belief = row.belief, support.reworded = true, support.created_at = $now, support.expired_at = $forever
  SET support.reworded = CASE WHEN row.key = fact.statement_key OR row.text = fact.text THEN NULL ELSE support['reworded'] END
  SET support.extractor = CASE support['extractor'] WHEN '' THEN '' ELSE row.extractor END, support.part = COLLECT {
    MATCH (source)-[:HAS_PART]->(part:Clew)
    RETURN part.id ORDER BY vector.similarity.cosine(part.embedding, fact.embedding) DESC, part.id LIMIT 1
  }[0]
}
WITH DISTINCT fact, row
FOREACH (told IN row.told | SET fact.told = told, fact.told_at = coalesce(fact['told_at'], $now), fact.about = coalesce(nullIf(row.about, ''), fact['about']))
FOREACH (begins IN CASE WHEN row.key = fact.statement_key AND row.begins.valid_from < fact.valid_from
  THEN [row.begins] ELSE [] END | SET fact += begins)
WITH DISTINCT fact
CALL (fact) {
  MATCH (fact)-[support:DERIVED_FROM]->()
  WITH DISTINCT support.claim AS claim, support.belief AS belief ORDER BY claim
  RETURN reduce(doubt = 1.0, belief IN collect(belief) | doubt * (1 - belief)) AS doubt
}
SET fact.belief = 1 - doubt * (1 - coalesce(fact['told'], 0.0))
