// A page of the turns of a space that address somebody by name, in the order of their ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  turns in a page
// -> id: STRING  of the turn
// -> names: LIST<STRING>  by which it addresses them
MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, id)
WHERE turn.space = $space AND turn.id > $after AND turn.kind = 'Episode' AND turn['addresses'] IS NOT NULL
RETURN turn.id AS id, turn['addresses'] AS names
ORDER BY turn.id LIMIT $limit
