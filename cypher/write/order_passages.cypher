// Numbers the passages of documents and chains them anew.
// $space: STRING  the tenant
// $rows: LIST<MAP>  passages: ids of those of one document, in order
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
UNWIND range(0, size(row.passages) - 1) AS position
MATCH (passage:Clew {space: $space, id: row.passages[position]}) USING INDEX SEEK passage:Clew(space, id)
OPTIONAL MATCH (passage)-[old:NEXT]->()
DELETE old
SET passage.position = position
WITH passage, row, position
WHERE position > 0
MATCH (before:Clew {space: $space, id: row.passages[position - 1]}) USING INDEX SEEK before:Clew(space, id)
CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(passage)
