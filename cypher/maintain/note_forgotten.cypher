// Lets documents know which of their passages are forgotten for good; to be called before these are removed.
// $space: STRING  the tenant
// $ids: LIST<STRING>  nodes of any kind
// -> nothing
UNWIND $ids AS id
MATCH (document:Clew)-[:HAS_PASSAGE]->(passage:Clew {space: $space, id: id}) USING INDEX SEEK passage:Clew(space, id)
SET document.forgotten = document.forgotten + id
