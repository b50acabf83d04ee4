// Joins names that are one: what named the others names the one that is kept, and the others go.
// $space: STRING  the tenant
// $rows: LIST<MAP>  kept (id of the name that stays) and other (id of one that goes) of each
// -> nothing
UNWIND $rows AS row
MATCH (kept:Clew {space: $space, id: row.kept}) USING INDEX SEEK kept:Clew(space, id)
MATCH (other:Clew {space: $space, id: row.other}) USING INDEX SEEK other:Clew(space, id)
CALL (kept, other) {
  MATCH (source:Clew)-[old]->(other)
  WHERE source <> kept
  MERGE (source)-[new:$(type(old))]->(kept)
  ON CREATE SET new = properties(old)
  RETURN count(*) AS incoming
}
CALL (kept, other) {
  MATCH (other)-[old]->(target:Clew)
  WHERE target <> kept
  MERGE (kept)-[new:$(type(old))]->(target)
  ON CREATE SET new = properties(old)
  RETURN count(*) AS outgoing
}
DETACH DELETE other
