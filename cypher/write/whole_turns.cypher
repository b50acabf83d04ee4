// A page of the turns that may be longer than the encoder reads and have no parts, in the order of their ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $longer: INTEGER  characters that a turn of one part may have
// $limit: INTEGER  turns in a page
// -> id: STRING  the turn
// -> text: STRING  what was said
// -> search_text: STRING  what full text finds it by
// -> speaker: STRING  who said it; empty for nobody
MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, id)
WHERE turn.space = $space AND turn.id > $after AND turn.kind = 'Episode' AND turn.place IS NULL
  AND size(turn.text) > $longer AND NOT EXISTS { (turn)-[:HAS_PART]->() }
RETURN turn.id AS id, turn.text AS text, turn.search_text AS search_text, turn.speaker AS speaker
ORDER BY turn.id LIMIT $limit
