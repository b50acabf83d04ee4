// The relations among some nodes, with the concepts and entities that join at least two of them.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes
// -> nodes: LIST<LIST<ANY>>  id, kind, text and date of each
// -> relations: LIST<LIST<STRING>>  source, target and type of each
CALL () {
  UNWIND $ids AS id
  MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
  RETURN collect(node) AS given
}
CALL (given) {
  UNWIND given AS node
  MATCH (node)-[:/*mentioning*/HAS_CONCEPT|MENTIONS|ABOUT_CONCEPT/**/]->(topic:Clew)
  WHERE topic.space = $space
  WITH topic, count(*) AS joins
  WHERE joins > 1
  RETURN collect(topic) AS shared
}
WITH given + [topic IN shared WHERE NOT topic IN given] AS nodes
CALL (nodes) {
  UNWIND nodes AS source
  MATCH (source)-[relation:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|DERIVED_FROM_FACT/**/]->(target:Clew)
  WHERE target IN nodes
  RETURN collect(DISTINCT [source.id, target.id, type(relation)]) AS relations
}
RETURN [node IN nodes | [node.id, node.kind, node.text, toString(node.at)]] AS nodes, relations
