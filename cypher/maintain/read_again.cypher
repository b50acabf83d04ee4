// Lets texts be read again that say in other words what goes, because its words are those of another text that goes.
// $space: STRING  the tenant
// $found: LIST<STRING>  what goes with others; what was asked for does not come back
// $ids: LIST<STRING>  all that goes
// -> nothing
UNWIND $found AS id
MATCH (gone:Clew {space: $space, id: id})-[support:DERIVED_FROM]->(text:Clew) USING INDEX SEEK gone:Clew(space, id)
WHERE support['reworded'] AND NOT text.id IN $ids AND text['action'] IS NULL
SET text.consolidated_at = NULL
WITH DISTINCT text
MATCH (session)-[:HAS_EPISODE]->(text)
SET session.pending = true
