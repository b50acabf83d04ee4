// Makes documents on first use and records what they hold now; the passages of each follow in `passages`.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id, source, file, title, subject and digest of each; and what was forgotten of it before it changed
// $now: ZONED DATETIME  the present instant
// -> nothing
UNWIND $rows AS row
MERGE (document:Clew {space: $space, id: row.id})
ON CREATE SET document:Document, document.kind = 'Document', document.created_at = $now, document.forgotten = row.forgotten
SET document.source = row.source, document.file = row.file, document.title = row.title, document.text = row.title, document.subject = row.subject,
  document.digest = row.digest
