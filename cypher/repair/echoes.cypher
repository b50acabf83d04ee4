// Turns that hold what memory itself said, with the line that stands over all that it quotes.
// $space: STRING  the tenant
// $opening: STRING  that line
// -> id: STRING  of each
MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, kind)
WHERE turn.space = $space AND turn.kind = 'Episode' AND trim(turn.text) STARTS WITH $opening
RETURN turn.id AS id ORDER BY id
