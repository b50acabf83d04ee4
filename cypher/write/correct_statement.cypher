// Puts another statement in the place of one that is corrected: it rests on the same, is about the same, holds for the
// same time, and stands among the same that replace each other. The old one is kept.
// $space: STRING  the tenant
// $id: STRING  of the old statement
// $properties: MAP  id, text, vector and what else is made of the new text; null for what it has not
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
CYPHER 25
MATCH (old:Clew {space: $space, id: $id}) USING INDEX SEEK old:Clew(space, id)
CREATE (new:Clew:$(old.kind))
SET new = old {.*, id: $properties.id, created_at: $now, extractor: null}, new += $properties
WITH old, new, coalesce(COLLECT { MATCH (old)-[link:REPLACED_BY]->() RETURN max(link.valid_to) }[0], old.valid_to) AS until
CALL (old, new) {
  MATCH (old)-[rests:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(ground:Clew)
  CREATE (new)-[copy:$(type(rests))]->(ground)
  SET copy = properties(rests), copy.reworded = NULL, copy.extractor = CASE WHEN rests['extractor'] IS NOT NULL THEN '' END
}
CALL (old, new) {
  MATCH (old)-[about:ABOUT_CONCEPT]->(topic:Clew)
  CREATE (new)-[copy:ABOUT_CONCEPT]->(topic)
  SET copy = properties(about)
}
CALL (old, new) {
  MATCH (before:Clew)-[link:REPLACED_BY]->(old)
  WHERE link['corrects'] IS NULL
  CREATE (before)-[moved:REPLACED_BY]->(new)
  SET moved = properties(link)
  DELETE link
}
CALL (old, new) {
  MATCH (old)-[link:REPLACED_BY]->(after:Clew)
  CREATE (new)-[moved:REPLACED_BY]->(after)
  SET moved = properties(link)
  DELETE link
}
CREATE (old)-[:REPLACED_BY {valid_to: until, corrects: true, created_at: $now, expired_at: $forever}]->(new)
SET old.retracted_at = $now, old.expired_at = CASE WHEN old.expired_at = $forever THEN $now ELSE old.expired_at END
