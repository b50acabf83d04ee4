// The people, things and topics that some memories name.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of the memories
// $kinds: LIST<STRING>  labels of what is named
// -> source: STRING  id of the memory
// -> id: STRING  of what it names
// -> kind: STRING  its label
// -> name: STRING
UNWIND $ids AS wanted
MATCH (known:Clew {space: $space, id: wanted}) USING INDEX SEEK known:Clew(space, id)
MATCH (known)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(named:Clew)
WHERE named.space = $space AND named.kind IN $kinds
RETURN DISTINCT known.id AS source, named.id AS id, named.kind AS kind, named.text AS name
ORDER BY source, kind, name
