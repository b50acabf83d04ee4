// Takes back the retraction of a memory. Of a fact the reason alone goes: what says it decides whether it is believed.
// $space: STRING  the tenant
// $id: STRING  of the memory
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
MATCH (node:Clew {space: $space, id: $id}) USING INDEX SEEK node:Clew(space, id)
SET node.retracted_why = NULL
WITH node
CALL (node) {
  WITH node WHERE node.kind <> 'Fact'
  SET node.was_retracted = coalesce(node['was_retracted'], []) + (toString(node.retracted_at) + '/' + toString($now)),
    node.retracted_at = NULL,
    node.expired_at = coalesce(COLLECT { MATCH (node)-[link:REPLACED_BY]->(next:Clew) WHERE next['retracted_at'] IS NULL RETURN min(link.created_at) }[0], $forever)
}
WITH DISTINCT 0 AS once
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.marks = space.marks + 1 // no world is as it was
