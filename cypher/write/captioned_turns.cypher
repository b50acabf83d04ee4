// A page of the turns that have a caption, in the order of their ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  turns in a page
// -> node: MAP  id, kind, text and caption
MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, id)
WHERE turn.space = $space AND turn.id > $after AND turn.kind = 'Episode' AND turn.caption <> ''
RETURN turn {.id, .kind, .text, .caption} AS node
ORDER BY turn.id LIMIT $limit
