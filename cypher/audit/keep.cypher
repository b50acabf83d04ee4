// Writes entries of the audit log as they were in another store.
// $rows: LIST<MAP>  all properties of each
// scope: store
// -> nothing
UNWIND $rows AS row
CREATE (entry:ClewAudit)
SET entry = row
