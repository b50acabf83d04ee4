// Writes what a passage says as triplets, and marks it as consolidated: those that are new are made, all gain it as a source,
// and it mentions what they speak of. What was read has no slot, so no observation ends it, and belongs to no one document.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $passage: STRING  its id
// $rows: LIST<MAP>  id, key (statement_key), text, subject and object (name and spelling), predicate, and vector (null of one that is there) of each
// $beginning: ZONED DATETIME  the open beginning
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
MATCH (passage:Clew {space: $space, id: $passage}) USING INDEX SEEK passage:Clew(space, id)
SET passage.consolidated_at = $now
REMOVE passage.failure
WITH passage
UNWIND $rows AS row
MERGE (triplet:Clew {space: $space, id: row.id})
ON CREATE SET triplet:Triplet, triplet.kind = 'Triplet', triplet.space_key = $space_key, triplet.statement_key = row.key,
  triplet.predicate = row.predicate, triplet.text = row.text, triplet.search_text = row.text, triplet.document = '',
  triplet.embedding = row.vector, triplet.belief = 1.0, triplet.valid_from = $beginning, triplet.valid_to = $forever,
  triplet.created_at = $now, triplet.expired_at = $forever
MERGE (subject:Clew {space: $space, id: 'entity:' + row.subject[0]})
ON CREATE SET subject:Entity, subject.kind = 'Entity', subject.name = row.subject[0], subject.text = row.subject[1], subject.created_at = $now
MERGE (object:Clew {space: $space, id: 'entity:' + row.object[0]})
ON CREATE SET object:Entity, object.kind = 'Entity', object.name = row.object[0], object.text = row.object[1], object.created_at = $now
MERGE (triplet)-[of:SUBJECT]->(subject)
ON CREATE SET of.created_at = $now, of.expired_at = $forever
MERGE (triplet)-[to:OBJECT]->(object)
ON CREATE SET to.created_at = $now, to.expired_at = $forever
MERGE (triplet)-[support:DERIVED_FROM {claim: $passage}]->(passage)
ON CREATE SET support.belief = 1.0, support.created_at = $now, support.expired_at = $forever
FOREACH (named IN [subject, object] |
  MERGE (passage)-[mention:MENTIONS]->(named)
  ON CREATE SET mention.titled = false, mention.stated = true, mention.created_at = $now, mention.expired_at = $forever
  SET mention.stated = CASE WHEN mention.titled THEN true ELSE mention['stated'] END // its own words are a reason that stays
)
