// Joins what statements had replaced to what replaced these, while they are believed no more.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the statements; those that are believed are passed over
// -> made: INTEGER  how many relationships there are more
UNWIND $ids AS id
MATCH (gone:Clew {space: $space, id: id}) USING INDEX SEEK gone:Clew(space, id)
MATCH (old:Clew)-[link:REPLACED_BY]->(gone)-[after:REPLACED_BY]->(next:Clew)
WHERE gone['retracted_at'] IS NOT NULL AND link['corrects'] IS NULL AND after['corrects'] IS NULL
  AND old <> next AND NOT EXISTS { (old)-[:REPLACED_BY]->(next) }
CREATE (old)-[over:REPLACED_BY]->(next)
SET over = properties(link), over.created_at = gone.retracted_at
RETURN count(*) AS made
