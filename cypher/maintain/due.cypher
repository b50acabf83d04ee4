// The turns that have expired, and the memories that have been kept for as long as their kind is.
// $space: STRING  the tenant
// $now: ZONED DATETIME  the present instant
// $rules: LIST<MAP>  of each kind that is kept for a time: kind, and before, the instant before which it is remembered too long ago
// -> id: STRING  of each
CALL () {
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind, expires_at)
  WHERE node.space = $space AND node.kind = 'Episode' AND node.expires_at <= $now
  RETURN node
  UNION
  UNWIND $rules AS rule
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind, created_at)
  WHERE node.space = $space AND node.kind = rule.kind AND node.created_at <= rule.before
  RETURN node
}
RETURN node.id AS id ORDER BY id
