// Notes in the audit log of a space how an operation ended.
// $space: STRING  the tenant
// $id: STRING  of its entry
// $at: ZONED DATETIME  when it began
// $seconds: FLOAT  how long it took
// $error: STRING  name of the error's class; empty where there was none
// $counted: LIST<STRING>  what was counted
// $counts: LIST<INTEGER>  how many of each
// -> nothing
MATCH (entry:ClewAudit) USING INDEX SEEK entry:ClewAudit(space, at)
WHERE entry.space = $space AND entry.at = $at AND entry.id = $id
SET entry.seconds = $seconds, entry.error = $error, entry.counted = $counted, entry.counts = $counts
