// Turns instants that were written as text into instants, on the relationships of a space.
// $space: STRING  the tenant
// $names: LIST<STRING>  of the properties that hold instants
// -> dated: INTEGER  how many there were
CYPHER 25
MATCH (node:Clew)-[link]->(:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > ''
UNWIND $names AS name
WITH link, name WHERE valueType(link[name]) STARTS WITH 'STRING'
SET link[name] = datetime(link[name])
RETURN count(*) AS dated
