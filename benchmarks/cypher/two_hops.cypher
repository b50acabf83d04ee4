// The relations of all nodes within two hops of some turns, as GAAMA expands its seeds: a hub brings all that it joins.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of the turns
// -> source: STRING  id of a node within two hops
// -> targets: LIST<STRING>  ids of the nodes that its relations lead to, which may be further away
MATCH (seed:Clew)
USING INDEX SEEK seed:Clew(space, id)
WHERE seed.space = $space AND seed.id IN $ids
MATCH (seed)-[:NEXT|HAS_CONCEPT]-{0,2}(near:Clew)
WHERE near.space = $space
WITH DISTINCT near
MATCH (near)-[:NEXT|HAS_CONCEPT]->(target:Clew)
WHERE target.space = $space
RETURN near.id AS source, collect(target.id) AS targets
