// The people and things that texts name, by name.
// $space: STRING  the tenant
// $after: STRING  name of the last one before these; empty for the first ones
// $last_id: STRING  its id
// $limit: INTEGER  how many are returned at most
// -> id: STRING
// -> name: STRING
// -> mentions: INTEGER  how many memories name it
MATCH (entity:Clew) USING INDEX SEEK entity:Clew(space, kind)
WHERE entity.space = $space AND entity.kind = 'Entity' AND (entity.text > $after OR entity.text = $after AND entity.id > $last_id)
WITH entity ORDER BY entity.text, entity.id LIMIT $limit
RETURN entity.id AS id, entity.text AS name, COUNT { (entity)<-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]-() } AS mentions
ORDER BY name, id
