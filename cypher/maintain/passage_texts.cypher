// Returns the texts of those of some nodes that are passages.
// $space: STRING  the tenant
// $ids: LIST<STRING>  nodes of any kind
// -> id: STRING  the passage
// -> text: STRING  its text
UNWIND $ids AS id
MATCH (passage:Clew {space: $space, id: id}) USING INDEX SEEK passage:Clew(space, id)
WHERE passage.kind = 'Passage'
RETURN id, passage.text AS text
