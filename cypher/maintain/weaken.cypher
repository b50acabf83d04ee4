// Takes from what stays the claims that rest on nodes to be removed, and computes its belief from those that are left.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes that are to be removed
// -> id: STRING  of each that loses a claim
// -> because: STRING  id of a node that the claim rests on
// -> relationships: INTEGER  removed with its claims
UNWIND $ids AS id
MATCH (source:Clew {space: $space, id: id})<-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]-(node:Clew) USING INDEX SEEK source:Clew(space, id)
WHERE NOT node.id IN $ids
WITH node, min(source.id) AS because, collect(DISTINCT coalesce(support.claim, elementId(support))) AS lost
MATCH (node)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]->()
WHERE coalesce(support.claim, elementId(support)) IN lost
DELETE support
WITH node, because, count(*) AS relationships
CALL (node) {
  MATCH (node)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->()
  WHERE support.belief IS NOT NULL
  WITH DISTINCT coalesce(support.claim, elementId(support)) AS claim, support.belief AS belief ORDER BY claim
  RETURN collect(belief) AS beliefs
}
WITH node, because, relationships, CASE WHEN node['told'] IS NULL THEN beliefs ELSE beliefs + node.told END AS beliefs
SET node.belief = CASE beliefs WHEN [] THEN node.belief ELSE 1 - reduce(doubt = 1.0, belief IN beliefs | doubt * (1 - belief)) END
RETURN node.id AS id, because, relationships
