// Makes concepts that facts are about, and gives each its vector, so that like ones are found.
// $space: STRING  the tenant
// $rows: LIST<MAP>  name, text (what is shown of it) and vector of each
// $now: ZONED DATETIME  the present instant
// -> nothing
UNWIND $rows AS row
MERGE (concept:Clew {space: $space, id: 'concept:' + row.name})
ON CREATE SET concept:Concept, concept.kind = 'Concept', concept.name = row.name, concept.text = row.text,
  concept.created_at = $now
SET concept.embedding = coalesce(concept.embedding, row.vector)
