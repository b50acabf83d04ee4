// Which of some ids are entities or concepts, and how common each is.
// $space: STRING  the tenant
// $ids: LIST<STRING>  what their ids would be
// -> name: STRING  each that is one
// -> id: STRING  the node
// -> kind: STRING  Entity or Concept
// -> degree: INTEGER  texts and facts that mention it, or are about it
// -> titled: BOOLEAN  whether a document is about it
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id IN $ids
RETURN node.name AS name, node.id AS id, node.kind AS kind, COUNT { (node)<-[:/*mentioning*/HAS_CONCEPT|MENTIONS|ABOUT_CONCEPT/**/]-() } AS degree,
  EXISTS { (node)<-[:TITLED]-() } AS titled
ORDER BY name, kind
