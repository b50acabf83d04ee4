// What is close in meaning to a memory? The nearest of its kind by the vector index, which filters by space while it searches.
// $space: STRING  the tenant
// $id: STRING  of the memory
// $most: INTEGER  how many, itself included
// -> score: FLOAT  how close, 0 to 1, to a tenth
// -> text: STRING  of the memory
CYPHER 25
MATCH (memory:Clew {space: $space, id: $id}) USING INDEX SEEK memory:Clew(space, id)
WITH memory, memory.kind AS kind, memory.embedding AS vector
MATCH (near:Clew)
  SEARCH near IN (VECTOR INDEX clew_vector FOR vector WHERE near.space = $space AND near.kind = kind LIMIT $most) SCORE AS score
WITH near, score WHERE near.id <> $id
RETURN round(score, 1) AS score, near.text AS text
ORDER BY score DESC, text
