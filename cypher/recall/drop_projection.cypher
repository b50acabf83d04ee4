// Drops a projection; it would hold about 10 MB of the server's heap.
// $name: STRING  the projection's name
// scope: server
// -> dropped: STRING  its name
CALL gds.graph.drop($name, false) YIELD graphName
RETURN graphName AS dropped
