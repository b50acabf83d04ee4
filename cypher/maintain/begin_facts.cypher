// Lets facts begin with another of their claims.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id and begins (at, speaker, valid_from and search_text) of each
// -> nothing
UNWIND $rows AS row
MATCH (fact:Clew {space: $space, id: row.id}) USING INDEX SEEK fact:Clew(space, id)
SET fact += row.begins
