// Lets facts end where the facts that hold in their place begin; the relationship keeps the end that they have by themselves.
// A fact that was corrected ends nothing, and keeps its own end.
// $space: STRING  the tenant
// $rows: LIST<MAP>  old and new: ids of a fact, and of the fact in its place
// $cut: LIST<MAP>  likewise, of replacements that another fact comes between
// $supported: LIST<STRING>  ids of facts that may begin earlier now: what they replace ends then
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
CALL () {
  UNWIND $rows AS row
  MATCH (old:Clew {space: $space, id: row.old}) USING INDEX SEEK old:Clew(space, id)
  MATCH (new:Clew {space: $space, id: row.new}) USING INDEX SEEK new:Clew(space, id)
  WITH old, new, coalesce(COLLECT { MATCH (old)-[link:REPLACED_BY]->() RETURN max(link.valid_to) }[0], old.valid_to) AS until
  MERGE (old)-[link:REPLACED_BY]->(new)
  ON CREATE SET link.valid_to = until, link.created_at = $now, link.expired_at = $forever
}
CALL () {
  UNWIND $cut AS row
  MATCH (old:Clew {space: $space, id: row.old})-[link:REPLACED_BY]->(new:Clew {space: $space, id: row.new}) USING INDEX SEEK old:Clew(space, id)
  DELETE link
}
UNWIND $supported AS id
MATCH (fact:Clew {space: $space, id: id}) USING INDEX SEEK fact:Clew(space, id)
CALL (fact) {
  MATCH (fact)<-[:REPLACED_BY]-(old:Clew)
  RETURN old
  UNION
  WITH fact AS old
  RETURN old
}
WITH DISTINCT old
WHERE old['retracted_at'] IS NULL
MATCH (old)-[link:REPLACED_BY]->(new:Clew)
WITH old, max(link.valid_to) AS until, min(CASE WHEN new['retracted_at'] IS NULL THEN new.valid_from END) AS next
SET old.valid_to = CASE WHEN next < until THEN next ELSE until END,
    old.expired_at = CASE WHEN next IS NULL THEN $forever WHEN old.expired_at = $forever THEN $now ELSE old.expired_at END
