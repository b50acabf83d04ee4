// Lets facts begin with another of their claims; what they replaced ends then.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id and begins (at, speaker, valid_from and search_text) of each
// -> nothing
UNWIND $rows AS row
MATCH (fact:Clew {space: $space, id: row.id}) USING INDEX SEEK fact:Clew(space, id)
SET fact += row.begins
WITH DISTINCT fact
MATCH (old:Clew)-[:REPLACED_BY]->(fact)
WITH DISTINCT old
WHERE old['retracted_at'] IS NULL
MATCH (old)-[link:REPLACED_BY]->(new:Clew)
WITH old, max(link.valid_to) AS until, min(CASE WHEN new['retracted_at'] IS NULL THEN new.valid_from END) AS next
SET old.valid_to = CASE WHEN next < until THEN next ELSE until END
