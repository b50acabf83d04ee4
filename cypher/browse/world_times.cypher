// The instants at which statements about a world began to hold.
// $space: STRING  the tenant
// $limit: INTEGER  how many are returned at most
// -> at: ZONED DATETIME
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind = 'Triplet'
RETURN DISTINCT node.valid_from AS at
ORDER BY at DESC LIMIT $limit
