// Drops the projections that a process left behind when it died; a recall's own lives for a second.
// $prefix: STRING  of our projections' names
// $seconds: INTEGER  those that are older are stale, by the server's own clock
// scope: server
// -> dropped: STRING  the name of each
CALL gds.graph.list() YIELD graphName, creationTime
WHERE graphName STARTS WITH $prefix AND creationTime < datetime() - duration({seconds: $seconds})
CALL gds.graph.drop(graphName, false) YIELD graphName AS dropped
RETURN dropped
