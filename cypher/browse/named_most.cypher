// The topics, people and things that most memories name.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  Concept for topics, Entity for people and things
// $limit: INTEGER  how many are returned at most
// -> id: STRING
// -> kind: STRING  its label
// -> name: STRING
// -> mentions: INTEGER  how many memories name it
MATCH (named:Clew) USING INDEX SEEK named:Clew(space, kind)
WHERE named.space = $space AND named.kind IN $kinds
WITH named, COUNT { (named)<-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]-() } AS mentions
RETURN named.id AS id, named.kind AS kind, named.text AS name, mentions
ORDER BY mentions DESC, name, id LIMIT $limit
