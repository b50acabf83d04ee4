// A page of the audit log of a space, the latest first.
// $space: STRING  the tenant
// $since: ZONED DATETIME  when the oldest entry began that is kept
// $last: ZONED DATETIME  when the last one of the page before began; FOREVER for the first page
// $last_id: STRING  its id
// $limit: INTEGER  entries of a page
// -> id: STRING  of each
// -> at: ZONED DATETIME  when it began
// -> who: STRING  who asked for it
// -> operation: STRING  class and method
// -> seconds: FLOAT  how long it took; null where it was killed, or goes on
// -> error: STRING  name of the error's class; empty where there was none
// -> counted: LIST<STRING>  what was counted
// -> counts: LIST<INTEGER>  how many of each
MATCH (entry:ClewAudit) USING INDEX SEEK entry:ClewAudit(space, at)
WHERE entry.space = $space AND entry.at >= $since AND entry.at <= $last
  AND (entry.at < $last OR entry.id < $last_id)
RETURN entry.id AS id, entry.at AS at, entry.who AS who, entry.operation AS operation, entry['seconds'] AS seconds,
  coalesce(entry['error'], '') AS error, coalesce(entry['counted'], []) AS counted, coalesce(entry['counts'], []) AS counts
ORDER BY at DESC, id DESC LIMIT $limit
