// The relationships among some nodes, with the concepts and entities that join at least two of them, and of each sighting
// the thing and the area where it was seen. Where a sighting is over, that area contains the sighting, and of where the thing
// is now nothing is said.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes
// $now: ZONED DATETIME  the present instant
// -> nodes: LIST<MAP{id: STRING, kind: STRING, text: STRING, at: ZONED DATETIME}>  each
// -> relationships: LIST<MAP{source: STRING, target: STRING, type: STRING}>  each, by the ids of its ends
CALL () {
  UNWIND $ids AS id
  MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
  RETURN collect(node) AS hits
}
CALL (hits) {
  UNWIND hits AS hit
  MATCH (hit)<-[:HAS_SIGHTING]-(thing:Clew)
  WHERE thing.space = $space
  OPTIONAL MATCH (area:Clew {space: $space, id: 'area:' + hit.area}) USING INDEX SEEK area:Clew(space, id)
  WITH hit, thing, area, hit.valid_to > $now AS holds
  RETURN collect(DISTINCT thing) + collect(DISTINCT area) AS seen,
    [each IN collect(DISTINCT {thing: thing, holds: holds}) WHERE each.holds | each.thing] AS placed,
    [each IN collect({area: area, hit: hit, holds: holds}) WHERE each.area IS NOT NULL AND NOT each.holds
      | {source: each.area.id, target: each.hit.id, type: 'CONTAINS'}] AS past
}
WITH hits + [node IN seen WHERE NOT node IN hits] AS given, [node IN seen WHERE NOT node IN placed] AS elsewhere, past
CALL (given) {
  UNWIND given AS node
  MATCH (node)-[:/*mentioning*/HAS_CONCEPT|MENTIONS|ABOUT_CONCEPT/**/|/*instances*/INSTANCE_OF|PART_OF/**/]->(topic:Clew)
  WHERE topic.space = $space
  WITH topic, count(*) AS joins
  WHERE joins > 1
  RETURN collect(topic) AS shared
}
WITH given + [topic IN shared WHERE NOT topic IN given] AS nodes, elsewhere, past
CALL (nodes, elsewhere) {
  UNWIND nodes AS source
  MATCH (source)-[relationship:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]->(target:Clew)
  WHERE target IN nodes
    AND NOT (type(relationship) = 'CONTAINS' AND target IN elsewhere)
    AND NOT (type(relationship) = 'INSIDE' AND source IN elsewhere)
  RETURN collect(DISTINCT {source: source.id, target: target.id, type: type(relationship)}) AS relationships
}
RETURN [node IN nodes | {id: node.id, kind: node.kind, text: node.text, at: node.at}] AS nodes, relationships + past AS relationships
