// Removes nodes with all their relations, and the concepts and entities that nothing else supports; keeps count.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes
// -> removed: LIST<LIST<STRING>>  id and kind of each removed node
// -> relations: INTEGER  removed with them
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id})
WITH collect(node) AS nodes
CALL (nodes) {
  UNWIND nodes AS node
  MATCH (node)-[:HAS_CONCEPT|ABOUT_CONCEPT|MENTIONS|TITLED|SUBJECT|OBJECT]->(shared:Clew)
  WITH shared, count(*) AS leaving
  WHERE leaving = COUNT { (shared)--() }
  RETURN collect(shared) AS orphans
}
WITH nodes + orphans AS doomed
CALL (doomed) {
  UNWIND doomed AS node
  OPTIONAL MATCH (node)-[relation]-()
  RETURN count(DISTINCT relation) AS relations
}
WITH doomed, relations, [node IN doomed | [node.id, node.kind]] AS removed
FOREACH (node IN doomed | DETACH DELETE node)
WITH removed, relations
MATCH (space:Clew {space: $space, id: 'space'})
SET space.texts = space.texts - size([node IN removed WHERE node[1] IN ['Episode', 'Passage']])
RETURN removed, relations
