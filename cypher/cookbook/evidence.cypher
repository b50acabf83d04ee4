// Who says so? The turns and the passages that a fact rests on, word for word.
// $space: STRING  the tenant
// $fact: STRING  text of the fact
// -> at: ZONED DATETIME  when it was said; null of a passage
// -> speaker: STRING  who said it; the title of a passage
// -> said: STRING  what
MATCH (fact:Clew {space: $space, kind: 'Fact'}) USING INDEX SEEK fact:Clew(space, kind)
WHERE fact.text = $fact
MATCH (fact)-[:DERIVED_FROM]->(source:Episode|Passage)
RETURN DISTINCT source.at AS at, coalesce(source.speaker, source.title) AS speaker, source.text AS said
ORDER BY at, said
