// What the passages of a space mention.
// $space: STRING  the tenant
// -> passage: STRING  id of each passage that mentions something
// -> mentions: LIST<LIST<ANY>>  id of each entity, and whether only a title says so
MATCH (passage:Clew)
WHERE passage.space = $space AND passage.kind = 'Passage'
MATCH (passage)-[mention:MENTIONS]->(entity:Clew)
WITH passage, mention, entity ORDER BY passage.id, entity.id
RETURN passage.id AS passage, collect([entity.id, mention.titled]) AS mentions
ORDER BY passage
