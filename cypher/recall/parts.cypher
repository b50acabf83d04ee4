// Where the parts of long turns begin, and how similar each is to a question; no row for a turn without parts.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns
// $vector: LIST<FLOAT>  the question's embedding
// -> id: STRING  the turn
// -> starts: LIST<INTEGER>  characters of its text with which its parts begin, in order
// -> similarities: LIST<FLOAT>  of each, 0 to 1
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id})-[:HAS_PART]->(part:Clew) USING INDEX SEEK turn:Clew(space, id)
WITH id, part.start AS start, coalesce(vector.similarity.cosine(part.embedding, $vector), 0.0) AS similarity ORDER BY start
WHERE start IS NOT NULL // a part that another transaction removes meanwhile
RETURN id, collect(start) AS starts, collect(similarity) AS similarities
