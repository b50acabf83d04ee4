// Every walked relation of a space: what a walk in process over everything has to fetch each time.
// $space: STRING  the tenant
// -> source: STRING  id of a node
// -> types: LIST<STRING>  of the relations that leave it
// -> targets: LIST<STRING>  ids of their targets
MATCH (source:Clew)
WHERE source.space = $space AND source.kind = 'Episode'
MATCH (source)-[relation:NEXT|HAS_CONCEPT]->(target:Clew)
WHERE target.space = $space
RETURN source.id AS source, collect(type(relation)) AS types, collect(target.id) AS targets
