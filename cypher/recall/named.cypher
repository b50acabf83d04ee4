// Which of some names are entities or concepts, and how common each is.
// $space: STRING  the tenant
// $names: LIST<STRING>  normalised names
// -> name: STRING  each that is one
// -> id: STRING  the node
// -> kind: STRING  Entity or Concept
// -> degree: INTEGER  texts and facts that mention it, or are about it
// -> titled: BOOLEAN  whether a document is about it
UNWIND $names AS name
UNWIND ['entity:', 'concept:'] AS prefix
MATCH (node:Clew {space: $space, id: prefix + name})
RETURN name, node.id AS id, node.kind AS kind, COUNT { (node)<-[:MENTIONS|HAS_CONCEPT|ABOUT_CONCEPT]-() } AS degree,
  EXISTS { (node)<-[:TITLED]-() } AS titled
ORDER BY name, kind
