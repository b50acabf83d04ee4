// A page of the audit log of all spaces, in the order of the ids.
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  entries of a page
// scope: store
// -> properties: MAP  all of an entry's properties
MATCH (entry:ClewAudit)
WHERE entry.id > $after
RETURN properties(entry) AS properties ORDER BY entry.id LIMIT $limit
