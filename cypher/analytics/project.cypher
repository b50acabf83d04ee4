// Projects a whole space into Graph Data Science: every node, and the walked relationships both ways with their weights.
// $space: STRING  the tenant
// $name: STRING  of the projection
// $weights: MAP  how strongly a relationship is followed, by `source type target`
// -> projection: MAP  what Graph Data Science says of it
MATCH (source:Clew) USING INDEX SEEK source:Clew(space, kind)
WHERE source.space = $space AND source.kind > ''
OPTIONAL MATCH (source)-[link:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]->(target:Clew)
WITH source, target, $weights[source.kind + ' ' + type(link) + ' ' + target.kind] AS weight
WITH source, CASE WHEN weight IS NOT NULL THEN target END AS target, coalesce(weight, 0.0) AS weight
RETURN gds.graph.project($name, source, target, {
  sourceNodeLabels: [source.kind], targetNodeLabels: CASE WHEN target IS NULL THEN NULL ELSE [target.kind] END,
  relationshipType: 'WALKED', relationshipProperties: {weight: weight}
}, {undirectedRelationshipTypes: ['*']}) AS projection
