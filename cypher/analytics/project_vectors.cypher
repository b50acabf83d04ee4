// Projects the memories of a space that have a vector, each with it, into Graph Data Science.
// $space: STRING  the tenant
// $name: STRING  of the projection
// $kinds: LIST<STRING>  labels of the kinds
// -> projection: MAP  what Graph Data Science says of it
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind IN $kinds AND node.embedding IS NOT NULL
RETURN gds.graph.project($name, node, null, {
  sourceNodeLabels: [node.kind], targetNodeLabels: null, sourceNodeProperties: {embedding: node.embedding}, targetNodeProperties: null
}) AS projection
