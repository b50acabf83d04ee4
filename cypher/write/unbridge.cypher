// Undoes what `bridge` did when statements were retracted which may be believed again.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the statements
// -> removed: INTEGER  how many relationships there are fewer
UNWIND $ids AS id
MATCH (back:Clew {space: $space, id: id}) USING INDEX SEEK back:Clew(space, id)
MATCH (old:Clew)-[:REPLACED_BY]->(back)-[:REPLACED_BY]->(next:Clew)<-[over:REPLACED_BY]-(old)
WHERE over.created_at = back['retracted_at']
DELETE over
RETURN count(*) AS removed
