// What a learning continues and what continues it, to the first and to the last, oldest first.
// $space: STRING  the tenant
// $id: STRING  id of the learning
// -> id: STRING  of each, the learning itself among them
MATCH (learning:Clew {space: $space, id: $id}) USING INDEX SEEK learning:Clew(space, id)
CALL (learning) {
  MATCH (learning)-[:CONTINUES*0..]->(one:Clew)
  RETURN DISTINCT one // so that nodes are walked, not paths
  UNION
  MATCH (learning)<-[:CONTINUES*0..]-(one:Clew)
  RETURN DISTINCT one
}
RETURN one.id AS id
ORDER BY one.valid_from, one.id
