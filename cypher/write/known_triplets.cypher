// Returns the triplets of some ids that are there.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> id: STRING  of each that is
UNWIND $ids AS id
MATCH (triplet:Clew {space: $space, id: id}) USING INDEX SEEK triplet:Clew(space, id)
RETURN triplet.id AS id
