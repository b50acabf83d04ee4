// Writes exported relationships; one that is there already stays as it is. Two claims join two nodes twice.
// $space: STRING  the tenant
// $rows: LIST<MAP>  type, source, target and properties of each
// -> nothing
UNWIND $rows AS row
MATCH (source:Clew {space: $space, id: row.source}) USING INDEX SEEK source:Clew(space, id)
MATCH (target:Clew {space: $space, id: row.target}) USING INDEX SEEK target:Clew(space, id)
FOREACH (_ IN CASE WHEN row.properties.claim IS NULL THEN [1] ELSE [] END |
  MERGE (source)-[link:$(row.type)]->(target)
  ON CREATE SET link += row.properties
)
FOREACH (claim IN CASE WHEN row.properties.claim IS NULL THEN [] ELSE [row.properties.claim] END |
  MERGE (source)-[link:$(row.type) {claim: claim}]->(target)
  ON CREATE SET link += row.properties
)
