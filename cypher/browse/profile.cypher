// The facts that hold of somebody or something, those that are believed most first, of equal ones the latest.
// $space: STRING  the tenant
// $things: LIST<STRING>  ids of the entities that stand for it
// $words: STRING  the full-text query for facts that have its names
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $forever: ZONED DATETIME  the open end
// $limit: INTEGER  how many are returned at most
// -> memory: MAP{id: STRING, kind: STRING, text: STRING, speaker: STRING, session: STRING, at: ZONED DATETIME, valid_from: ZONED DATETIME, valid_to: ZONED DATETIME, belief: FLOAT, sources: LIST<STRING>, told: BOOLEAN, corrected_at: ZONED DATETIME, why: STRING}  each fact; its end is null where it is open
// -> topics: LIST<STRING>  names of what else it is about
// -> is_joined: BOOLEAN  whether it is joined to one of the entities
CALL () {
  UNWIND $things AS id
  MATCH (thing:Clew {space: $space, id: id})<-[:MENTIONS]-(fact:Fact) USING INDEX SEEK thing:Clew(space, id)
  RETURN fact
  UNION
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $limit}) YIELD node AS fact
  WHERE fact.space = $space AND fact.kind = 'Fact'
  RETURN fact
}
WITH fact
WHERE fact.valid_from <= $as_of AND (fact.expired_at = $forever OR fact.valid_to > $as_of)
  AND ($as_of = $forever OR NOT (coalesce(fact['retracted_at'] <= $as_of, false)
    OR fact.created_at > $as_of AND EXISTS { (fact)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
    OR EXISTS { (fact)-[link:REPLACED_BY]->(next:Clew) WHERE link['corrects'] IS NULL AND next['retracted_at'] > $as_of AND next.valid_from <= $as_of }
    OR EXISTS { (fact)-[:DERIVED_FROM]->() } AND NOT EXISTS {
      (fact)-[:DERIVED_FROM]->(source:Clew)
      WHERE source.created_at <= $as_of OR NOT EXISTS { (source)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
    }))
WITH fact ORDER BY fact.belief DESC, fact.valid_from DESC, fact.id LIMIT $limit
RETURN {
  id: fact.id, kind: fact.kind, text: fact.text, speaker: coalesce(fact.speaker, ''), session: '', at: fact.at,
  valid_from: fact.valid_from, valid_to: CASE WHEN fact.valid_to < $forever THEN fact.valid_to END, belief: fact.belief,
  sources: COLLECT { MATCH (fact)-[:DERIVED_FROM]->(source) RETURN DISTINCT source.id ORDER BY source.id },
  told: fact['told'] IS NOT NULL, corrected_at: fact['retracted_at'], why: coalesce(fact['retracted_why'], '')
} AS memory, COLLECT {
  MATCH (fact)-[:ABOUT_CONCEPT]->(topic:Clew) WHERE NOT topic.id IN $things
  RETURN topic.text ORDER BY topic.text
} AS topics, EXISTS { (fact)-[:MENTIONS]->(thing:Clew) WHERE thing.id IN $things } AS is_joined
