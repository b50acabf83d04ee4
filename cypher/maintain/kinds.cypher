// Which nodes are there, and of which kind.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> id: STRING  of each that is there
// -> kind: STRING  its kind
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
RETURN id, node.kind AS kind
