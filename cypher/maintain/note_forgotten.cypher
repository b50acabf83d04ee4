// Lets documents know which of their passages are forgotten for good; to be called before these are removed.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id and note of each passage
// -> nothing
UNWIND $rows AS row
MATCH (document:Clew)-[:HAS_PASSAGE]->(passage:Clew {space: $space, id: row.id}) USING INDEX SEEK passage:Clew(space, id)
SET document.forgotten = document.forgotten + row.note
