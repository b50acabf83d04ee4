// Our projections in the server's heap, those of other processes included.
// $prefix: STRING  of their names
// scope: server
// -> name: STRING  of each
// -> seconds: FLOAT  how old it is, by the server's own clock
CALL gds.graph.list() YIELD graphName, creationTime
WHERE graphName STARTS WITH $prefix
RETURN graphName AS name, (datetime().epochMillis - creationTime.epochMillis) / 1000.0 AS seconds
