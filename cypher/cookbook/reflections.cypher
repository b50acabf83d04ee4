// What was concluded, and from what? Each reflection with the facts that it rests on.
// $space: STRING  the tenant
// -> reflection: STRING  what was concluded
// -> facts: LIST<STRING>  from what
MATCH (reflection:Clew {space: $space, kind: 'Reflection'}) USING INDEX SEEK reflection:Clew(space, kind)
MATCH (reflection)-[:DERIVED_FROM_FACT]->(fact:Fact)
WITH reflection, fact ORDER BY fact.text
RETURN reflection.text AS reflection, collect(DISTINCT fact.text) AS facts
ORDER BY reflection
