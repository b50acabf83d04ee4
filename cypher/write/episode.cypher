// Returns the turn that has an id.
// $space: STRING  the tenant
// $id: STRING  the turn's id
// -> session: STRING  its session's name
// -> speaker: STRING  who said it
// -> text: STRING  what was said
// -> caption: STRING  what its image shows
MATCH (turn:Clew {space: $space, id: $id}) USING INDEX SEEK turn:Clew(space, id)
RETURN turn.session AS session, turn.speaker AS speaker, turn.text AS text, turn.caption AS caption
