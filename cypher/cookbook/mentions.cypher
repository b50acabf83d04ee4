// Where is something named? The turns and the passages that name it, with the session or the title.
// $space: STRING  the tenant
// $name: STRING  of the thing or the person
// -> kind: STRING  turn or passage
// -> where: STRING  the session or the document's title
// -> text: STRING  what says it
// -> id: STRING  of the turn or the passage
MATCH (thing:Clew {space: $space, kind: 'Entity'}) USING INDEX SEEK thing:Clew(space, kind)
WHERE toLower($name) IN [thing.name, toLower(thing.text)]
MATCH (text:Episode|Passage)-->(thing)
RETURN DISTINCT text.kind AS kind, coalesce(text.session, text.title) AS where, text.text AS text, text.id AS id
ORDER BY kind, id
