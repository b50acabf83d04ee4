// How some turns begin.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of turns
// $opening: INTEGER  characters
// -> id: STRING  of each that is there
// -> text: STRING  its opening
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
RETURN turn.id AS id, left(turn.text, $opening) AS text
