// Which of some turns are there and have no parts.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns
// -> id: STRING  of each
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
WHERE NOT EXISTS { (turn)-[:HAS_PART]->() }
RETURN id
