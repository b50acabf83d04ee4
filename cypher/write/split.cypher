// Makes facts of some claims of other facts, which were said after another fact had taken their place. They keep what
// follows; who said the first of their claims says them.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id (of a fact), later (id of the new one), claims (what names its claims), and begins (at, valid_from, search_text and times of the new one)
// $now: ZONED DATETIME  the present instant
// -> nothing
CYPHER 25
UNWIND $rows AS row
MATCH (fact:Clew {space: $space, id: row.id}) USING INDEX SEEK fact:Clew(space, id)
CREATE (later:Clew:Fact)
SET later = fact {.*, id: row.later, created_at: $now, told: null, told_at: null, about: null}, later += row.begins
CALL (fact, later) {
  MATCH (fact)-[link:REPLACED_BY]->(next)
  CREATE (later)-[moved:REPLACED_BY]->(next)
  SET moved = properties(link)
  WITH link, link.valid_to AS until
  DELETE link
  RETURN max(until) AS until
}
SET fact.valid_to = coalesce(until, fact.valid_to)
WITH fact, later, row
CALL (fact, later, row) {
  MATCH (fact)-[support:DERIVED_FROM]->(source)
  WHERE support.claim IN row.claims
  CREATE (later)-[moved:DERIVED_FROM]->(source)
  SET moved = properties(support)
  WITH support, source ORDER BY source.at, source.id
  DELETE support
  RETURN collect(source)[0].speaker AS speaker
}
SET later.speaker = speaker
WITH fact, later
CALL (fact, later) {
  MATCH (fact)-[link]->(topic)
  WHERE NOT type(link) IN ['DERIVED_FROM', 'REPLACED_BY']
  CREATE (later)-[copy:$(type(link))]->(topic)
  SET copy = properties(link)
}
UNWIND [fact, later] AS said
CALL (said) {
  MATCH (said)-[support:DERIVED_FROM]->()
  WITH DISTINCT support.claim AS claim, support.belief AS belief ORDER BY claim
  RETURN reduce(doubt = 1.0, belief IN collect(belief) | doubt * (1 - belief)) AS doubt
}
SET said.belief = 1 - doubt * (1 - coalesce(said['told'], 0.0))
