// What replaced $fact in $space: the chain of what was believed in its place.
// $space: STRING  the tenant
// $fact: STRING  text of the fact
// -> chain: PATH  from the fact to what holds
MATCH (fact:Clew {space: $space, kind: 'Fact'}) USING INDEX SEEK fact:Clew(space, kind)
WHERE fact.text = $fact
MATCH chain = (fact)-[:/*replaces*/REPLACED_BY/**/*1..10]->(:Clew)
RETURN chain LIMIT 1000
