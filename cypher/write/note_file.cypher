// Notes on sessions which file brought them up to date.
// $space: STRING  the tenant
// $rows: LIST<MAP>  session (its name), and digest, as `write/file_sessions` returns it
// -> nothing
UNWIND $rows AS row
MATCH (session:Clew {space: $space, id: 'session:' + row.session}) USING INDEX SEEK session:Clew(space, id)
SET session.digest = row.digest
