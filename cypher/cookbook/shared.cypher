// Where do conversations and documents meet? The names in both turns and passages, with how many of each.
// $space: STRING  the tenant
// -> name: STRING  what both name
// -> turns: INTEGER  that name it
// -> passages: INTEGER  that name it
MATCH (thing:Clew {space: $space, kind: 'Entity'}) USING INDEX SEEK thing:Clew(space, kind)
WITH thing, COUNT { MATCH (thing)<--(turn:Episode) RETURN DISTINCT turn } AS turns,
  COUNT { MATCH (thing)<--(passage:Passage) RETURN DISTINCT passage } AS passages
WHERE turns > 0 AND passages > 0
RETURN thing.text AS name, turns, passages
ORDER BY turns + passages DESC, name
