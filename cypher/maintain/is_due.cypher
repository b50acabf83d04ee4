// Whether a space holds a turn that has expired, or a memory that has been kept for as long as its kind is.
// $space: STRING  the tenant
// $now: ZONED DATETIME  the present instant
// $rules: LIST<MAP>  of each kind that is kept for a time: kind, and before, the instant before which it is remembered too long ago
// -> due: BOOLEAN  true where it does
RETURN EXISTS {
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind, expires_at)
  WHERE node.space = $space AND node.kind = 'Episode' AND node.expires_at <= $now
} OR EXISTS {
  UNWIND $rules AS rule
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind, created_at)
  WHERE node.space = $space AND node.kind = rule.kind AND node.created_at <= rule.before
  RETURN node
} AS due
