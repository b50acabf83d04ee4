// Returns the sessions that have turns which are not consolidated, or could not be again, or may be, the earliest first.
// $space: STRING  the tenant
// $again: BOOLEAN  also those without, but no runs through worlds
// -> session: STRING  its name
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind = 'Session' AND (coalesce(node.pending, true) OR $again AND node['number'] IS NULL)
RETURN node.text AS session
ORDER BY node.at, session
