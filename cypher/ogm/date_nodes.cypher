// Turns instants that were written as text into instants: py2neo sends them a nanosecond off, or not at all.
// $space: STRING  the tenant
// $names: LIST<STRING>  of the properties that hold instants
// -> dated: INTEGER  how many there were
CYPHER 25
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > ''
UNWIND $names AS name
WITH node, name WHERE valueType(node[name]) STARTS WITH 'STRING'
SET node[name] = datetime(node[name])
RETURN count(*) AS dated
