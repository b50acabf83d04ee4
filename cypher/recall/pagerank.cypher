// Personalized PageRank over a projection, from several starts; the seeds' weights are the teleport vector.
// $name: STRING  the projection's name
// $walks: LIST<MAP>  of each: seeds (node, weight; an empty list would mean global PageRank: never sent) and damping
// $iterations: INTEGER  at most
// $tolerance: FLOAT  where it may stop earlier
// scope: server
// -> nodes: LIST<INTEGER>  per start the numbers of the nodes
// -> scores: LIST<FLOAT>  of each, not normalised
UNWIND range(0, size($walks) - 1) AS number
CALL (number) {
  CALL gds.pageRank.stream($name, {
    sourceNodes: $walks[number].seeds, relationshipWeightProperty: 'w', dampingFactor: $walks[number].damping,
    maxIterations: $iterations, tolerance: $tolerance, concurrency: 1, logProgress: false
  }) YIELD nodeId, score
  RETURN collect(nodeId) AS nodes, collect(score) AS scores
}
WITH number, nodes, scores ORDER BY number
RETURN nodes, scores
