// Gives turns, and the parts of long ones, the terms of their metadata.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id and terms of each turn
// -> nothing
UNWIND $rows AS row
MATCH (turn:Clew {space: $space, id: row.id})-[:HAS_PART*0..1]->(each:Clew) USING INDEX SEEK turn:Clew(space, id)
SET each.terms = row.terms
