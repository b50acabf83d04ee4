// Notes in the audit log of a space that an operation begins. Some of what is older than entries are kept goes.
// $space: STRING  the tenant
// $id: STRING  of the entry
// $at: ZONED DATETIME  the present instant
// $who: STRING  who asks for it
// $operation: STRING  class and method
// $before: ZONED DATETIME  when the oldest entry began that is kept
// $most: INTEGER  entries that go
// -> nothing
CREATE (:ClewAudit {space: $space, id: $id, at: $at, who: $who, operation: $operation})
WITH 0 AS once
MATCH (old:ClewAudit) USING INDEX SEEK old:ClewAudit(space, at)
WHERE old.space = $space AND old.at < $before
WITH old LIMIT $most
DELETE old
