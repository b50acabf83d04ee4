// Projects weighted edges into Graph Data Science, computes personalized PageRank from several starts, and drops the projection.
// What is walked comes with the transaction's metadata, and nothing as a parameter: Graph Data Science has the text of
// the query that projects planned at every call, and the server keeps no plan that lacks the values of its parameters.
// The metadata holds: prefix, STRING, how the projection's name begins, of which each attempt has one of its own;
// edges, LIST<LIST<ANY>>, source, target (null for a node alone) and weight, where nodes are the caller's own numbers;
// walks, LIST<MAP>, of each its seeds (node and weight; none would mean global PageRank: never sent), its damping and its
// iterations, INTEGER, at most so many; tolerance, FLOAT, where they may stop earlier.
// scope: server
// -> ranks: MAP{nodes: LIST<LIST<INTEGER>>, scores: LIST<LIST<FLOAT>>}  per start the numbers of the nodes, and the score of each, not normalised
CALL tx.getMetaData() YIELD metadata AS walk
WITH walk, walk.prefix + replace(randomUUID(), '-', '') AS name
CALL (walk, name) {
  UNWIND walk.edges AS edge
  RETURN gds.graph.project(name, edge[0], edge[1], {relationshipProperties: {w: edge[2]}}, {readConcurrency: 1}) AS projection
}
CALL (walk, projection) {
  UNWIND range(0, size(walk.walks) - 1) AS number
  CALL gds.pageRank.stream(projection.graphName, {
    sourceNodes: walk.walks[number].seeds, relationshipWeightProperty: 'w', dampingFactor: walk.walks[number].damping,
    maxIterations: walk.walks[number].iterations, tolerance: walk.tolerance, concurrency: 1, logProgress: false
  }) YIELD nodeId, score
  WITH number, collect(nodeId) AS nodes, collect(score) AS scores ORDER BY number
  RETURN {nodes: collect(nodes), scores: collect(scores)} AS ranks
}
CALL gds.graph.drop(projection.graphName, false) YIELD graphName
RETURN ranks
