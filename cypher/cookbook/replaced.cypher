// What is true no more, and what holds in its place? Each fact that another replaced, with that one and the day.
// $space: STRING  the tenant
// -> was: STRING  what held
// -> is: STRING  what was said in its place
// -> since: ZONED DATETIME  when the first ended
MATCH (old:Clew {space: $space, kind: 'Fact'}) USING INDEX SEEK old:Clew(space, kind)
MATCH (old)-[:REPLACED_BY]->(new:Fact)
RETURN old.text AS was, new.text AS is, old.valid_to AS since
ORDER BY since, was
