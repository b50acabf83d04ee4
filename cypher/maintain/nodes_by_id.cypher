// Some nodes whole.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> properties: MAP  all of a node's properties
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
RETURN properties(node) AS properties
