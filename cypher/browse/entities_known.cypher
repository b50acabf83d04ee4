// The people and things that texts named at an instant, by name.
// $space: STRING  the tenant
// $known_at: ZONED DATETIME  the instant
// $after: STRING  name of the last one before these; empty for the first ones
// $last_id: STRING  its id
// $limit: INTEGER  how many are returned at most
// -> id: STRING
// -> name: STRING
// -> mentions: INTEGER  how many memories named it then
MATCH (entity:Clew) USING INDEX SEEK entity:Clew(space, kind)
WHERE entity.space = $space AND entity.kind = 'Entity' AND entity.created_at <= $known_at
  AND (entity.text > $after OR entity.text = $after AND entity.id > $last_id)
WITH entity ORDER BY entity.text, entity.id LIMIT $limit
RETURN entity.id AS id, entity.text AS name, COUNT {
  (entity)<-[mention:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]-(other:Clew) WHERE mention.created_at <= $known_at AND other.created_at <= $known_at
} AS mentions
ORDER BY name, id
