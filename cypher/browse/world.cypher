// The statements about a world that hold at an instant, each with the two things that it joins.
// $space: STRING  the tenant
// $at: ZONED DATETIME  the instant
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// $limit: INTEGER  how many are returned at most
// -> id: STRING
// -> text: STRING
// -> predicate: STRING  what it says of the two
// -> subject: STRING  id of the first
// -> subject_name: STRING
// -> object: STRING  id of the second
// -> object_name: STRING
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind = 'Triplet' AND (node.valid_from <= $at AND node.valid_to > $at AND NOT node.id IN $doubted OR node.id IN $believed)
WITH node ORDER BY node.valid_from DESC, node.id LIMIT $limit
MATCH (subject:Entity)<-[:SUBJECT]-(node)-[:OBJECT]->(object:Entity)
RETURN node.id AS id, node.text AS text, node.predicate AS predicate, subject.id AS subject, subject.text AS subject_name,
  object.id AS object, object.text AS object_name
ORDER BY text, id
