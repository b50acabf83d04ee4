// Returns the sessions that have turns which are not consolidated, the earliest first.
// $space: STRING  the tenant
// -> session: STRING  its name
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind = 'Session' AND coalesce(node.pending, true)
RETURN node.text AS session
ORDER BY node.at, session
