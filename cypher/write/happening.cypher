// Gives texts the times that they name.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id, and times: happens, happens_from and happens_to of each
// -> nothing
UNWIND $rows AS row
MATCH (text:Clew {space: $space, id: row.id}) USING INDEX SEEK text:Clew(space, id)
SET text += row.times
