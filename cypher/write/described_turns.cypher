// A page of the turns of a space that have metadata, in the order of their ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  turns in a page
// -> id: STRING  of the turn
// -> metadata: STRING  as a JSON object
MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, id)
WHERE turn.space = $space AND turn.id > $after AND turn.kind = 'Episode' AND turn.metadata <> '{}'
RETURN turn.id AS id, turn.metadata AS metadata
ORDER BY turn.id LIMIT $limit
