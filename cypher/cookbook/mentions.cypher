// Where is something named? The turns and the passages that name it, with the session or the title.
// $space: STRING  the tenant
// $name: STRING  of the thing or the person
// -> kind: STRING  turn or passage
// -> where: STRING  the session or the document's title
// -> text: STRING  what says it
// -> id: STRING  of the turn or the passage
MATCH (thing:Clew {space: $space, id: 'entity:' + toLower($name)}) USING INDEX SEEK thing:Clew(space, id)
MATCH (text:Episode|Passage)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT/**/]->(thing)
RETURN DISTINCT text.kind AS kind, coalesce(text.session, text.title) AS where, text.text AS text, text.id AS id
ORDER BY kind, id
