// Drops the projections that a process left behind when it died; a recall's own lives for a second.
// $prefix: STRING  of our projections' names
// $before: ZONED DATETIME  those made earlier are stale
// scope: server
// -> dropped: STRING  the name of each
CALL gds.graph.list() YIELD graphName, creationTime
WHERE graphName STARTS WITH $prefix AND creationTime < $before
CALL gds.graph.drop(graphName, false) YIELD graphName AS dropped
RETURN dropped
