// Returns a passage that is not consolidated, as a language model is shown it; no row where it is, or is gone.
// $space: STRING  the tenant
// $id: STRING  the passage
// $most: INTEGER  names returned
// -> title: STRING  of its document
// -> passage: STRING  its text
// -> names: LIST<STRING>  what it mentions, as it is written
MATCH (passage:Clew {space: $space, id: $id}) USING INDEX SEEK passage:Clew(space, id)
WHERE passage.consolidated_at IS NULL
RETURN passage.title AS title, passage.text AS passage, COLLECT {
  MATCH (passage)-[:MENTIONS]->(entity:Clew)
  RETURN entity.text ORDER BY entity.name LIMIT $most
} AS names
