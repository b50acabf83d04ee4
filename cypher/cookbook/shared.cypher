// Where do conversations and documents meet? What both turns and passages name, with how many of each.
// $space: STRING  the tenant
// -> name: STRING  what both name
// -> turns: INTEGER  that name it
// -> passages: INTEGER  that name it
MATCH (thing:Clew {space: $space, kind: 'Entity'}) USING INDEX SEEK thing:Clew(space, kind)
WITH thing, COUNT { (thing)<-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT/**/]-(:Episode) } AS turns, COUNT { (thing)<-[:MENTIONS]-(:Passage) } AS passages
WHERE turns > 0 AND passages > 0
RETURN thing.text AS name, turns, passages
ORDER BY turns + passages DESC, name
