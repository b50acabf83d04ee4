// Which of some ids are entities or concepts, and how common each is.
// $space: STRING  the tenant
// $ids: LIST<STRING>  what their ids would be
// -> name: STRING  each that is one
// -> id: STRING  the node
// -> kind: STRING  Entity or Concept
// -> degree: INTEGER  texts and facts that mention it, or are about it
// -> titled: BOOLEAN  whether a document is about it
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
RETURN node.name AS name, id, node.kind AS kind, COUNT { (node)<-[:/*mentioning*/HAS_CONCEPT|MENTIONS|ABOUT_CONCEPT/**/]-() } AS degree,
  EXISTS { (node)<-[:TITLED]-() } AS titled
ORDER BY name, kind
