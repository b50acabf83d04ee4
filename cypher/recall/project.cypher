// Projects weighted edges into Graph Data Science; nodes are the caller's own numbers.
// It is short on purpose: at every call the projection explains the whole text of its query again.
// $name: STRING  the projection's name
// $edges: LIST<LIST<ANY>>  source, target (null for a node alone) and weight
// scope: server
// -> nodes: INTEGER  projected
UNWIND $edges AS e RETURN gds.graph.project($name, e[0], e[1], {relationshipProperties: {w: e[2]}}, {readConcurrency: 1}).nodeCount AS nodes
