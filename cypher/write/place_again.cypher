// Puts statements that may be believed again before those that came to hold in their place meanwhile: such as say the same,
// such as replaced what they had replaced, and in a world such as tell of what their subject has one of at a time.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the statements
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> made: INTEGER  how many relationships there are more
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
WHERE node:Fact OR node:Triplet
CALL (node) {
  MATCH (later:Clew) USING INDEX SEEK later:Clew(space, statement_key)
  WHERE later.space = $space AND later.statement_key = node.statement_key
  RETURN later
  UNION
  MATCH (node)-[:SUBJECT]->()<-[:SUBJECT]-(later:Triplet)
  WHERE node['slot'] <> '' AND later['slot'] = node['slot']
  RETURN later
  UNION
  MATCH (node)<-[:REPLACED_BY]-()-[link:REPLACED_BY]->(later:Clew)
  WHERE link['corrects'] IS NULL AND link.created_at > node['retracted_at']
  RETURN later
}
WITH node, later
WHERE later <> node AND later.kind = node.kind AND later.expired_at = $forever AND later.created_at > node['retracted_at'] AND later.valid_from >= node.valid_from
MERGE (node)-[link:REPLACED_BY]->(later)
ON CREATE SET link.valid_to = node.valid_to, link.created_at = $now, link.expired_at = $forever
RETURN count(DISTINCT CASE WHEN link.created_at = $now THEN link END) AS made
