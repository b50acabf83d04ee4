// Which of some nodes are there.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> id: STRING  of each that is there
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
RETURN id
