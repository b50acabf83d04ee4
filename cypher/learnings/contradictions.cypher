// Pairs of learnings of some sets that say the opposite of one cause and effect.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the sets
// $helping: LIST<STRING>  relations that say that a cause helps
// -> helps: STRING  id of the one that says so
// -> does_not: STRING  id of the one that denies it
UNWIND $ids AS id
MATCH (set:Clew {space: $space, id: id})-[:HAS_LEARNING]->(one:Clew) USING INDEX SEEK set:Clew(space, id)
WHERE one.relation IN $helping
MATCH (other:Clew {space: $space, statement_key: one.statement_key}) USING INDEX SEEK other:Clew(space, statement_key)
WHERE other.kind = 'Learning' AND other.relation <> '' AND NOT other.relation IN $helping
MATCH (other)<-[:HAS_LEARNING]-(set_:Clew)
WHERE set_.id IN $ids
RETURN DISTINCT one.id AS helps, other.id AS does_not
ORDER BY helps, does_not
