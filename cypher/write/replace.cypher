// Ends facts in favour of the facts that hold in their place; the relationship keeps what the end was before.
// $space: STRING  the tenant
// $rows: LIST<MAP>  old and new (ids), and at, from when the new one holds
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
WITH row.old AS id, collect(row) AS ends, min(row.at) AS first
MATCH (old:Clew {space: $space, id: id}) USING INDEX SEEK old:Clew(space, id)
WITH old, ends, first, old.valid_to AS before
SET old.valid_to = CASE WHEN first < before THEN first ELSE before END, old.expired_at = $now
WITH old, ends, before
UNWIND ends AS ended
MATCH (new:Clew {space: $space, id: ended.new}) USING INDEX SEEK new:Clew(space, id)
MERGE (old)-[link:REPLACED_BY]->(new)
ON CREATE SET link.valid_to = before, link.created_at = $now, link.expired_at = $forever
