// Personalized PageRank over a projection; the seeds' weights are the teleport vector.
// $name: STRING  the projection's name
// $seeds: LIST<LIST<ANY>>  node and weight; an empty list would mean global PageRank and is never sent
// $damping: FLOAT  probability of following a relation
// $iterations: INTEGER  at most
// $tolerance: FLOAT  where it may stop earlier
// scope: server
// -> nodes: LIST<INTEGER>  the numbers of the nodes
// -> scores: LIST<FLOAT>  of each, not normalised
CALL gds.pageRank.stream($name, {
  sourceNodes: $seeds, relationshipWeightProperty: 'w', dampingFactor: $damping,
  maxIterations: $iterations, tolerance: $tolerance, concurrency: 1, logProgress: false
}) YIELD nodeId, score
RETURN collect(nodeId) AS nodes, collect(score) AS scores
