// How similar some learnings are to a situation.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the learnings
// $vector: LIST<FLOAT>  of the situation
// -> id: STRING  of each
// -> similarity: FLOAT  0 to 1
UNWIND $ids AS id
MATCH (learning:Clew {space: $space, id: id}) USING INDEX SEEK learning:Clew(space, id)
RETURN id, vector.similarity.cosine(learning.embedding, $vector) AS similarity
