// Joins facts to the concepts that they are about.
// $space: STRING  the tenant
// $rows: LIST<MAP>  fact (its id) and concepts (names) of each
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
MATCH (fact:Clew {space: $space, id: row.fact}) USING INDEX SEEK fact:Clew(space, id)
UNWIND row.concepts AS name
MATCH (concept:Clew {space: $space, id: 'concept:' + name}) USING INDEX SEEK concept:Clew(space, id)
MERGE (fact)-[about:ABOUT_CONCEPT]->(concept)
ON CREATE SET about.created_at = $now, about.expired_at = $forever
