// Which facts stand on one leg? Those that hold and that a single turn or passage says.
// $space: STRING  the tenant
// -> fact: STRING  what holds
// -> source: STRING  the one that says it
MATCH (fact:Clew {space: $space, kind: 'Fact'}) USING INDEX SEEK fact:Clew(space, kind)
WHERE fact.expired_at > datetime() AND fact.valid_to > datetime()
MATCH (fact)-[:DERIVED_FROM]->(source:Episode|Passage)
WITH fact, collect(DISTINCT source) AS sources WHERE size(sources) = 1
RETURN fact.text AS fact, sources[0].text AS source
ORDER BY fact
