// The size of a space.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of verbatim texts
// -> nodes: LIST<LIST<ANY>>  kind and number
// -> relations: LIST<LIST<ANY>>  type and number
// -> first: ZONED DATETIME  date of the first text that has one
// -> last: ZONED DATETIME  date of the last
CALL () {
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
  WHERE node.space = $space AND node.kind > ''
  WITH node, node.kind AS kind
  WITH kind, count(*) AS number,
       min(CASE WHEN kind IN $kinds THEN node.at END) AS first,
       max(CASE WHEN kind IN $kinds THEN node.at END) AS last
  RETURN collect([kind, number]) AS nodes, min(first) AS first, max(last) AS last
}
CALL () {
  MATCH (node:Clew)-[relation]->() USING INDEX SEEK node:Clew(space, kind)
  WHERE node.space = $space AND node.kind > ''
  WITH type(relation) AS type, count(*) AS number
  RETURN collect([type, number]) AS relations
}
RETURN nodes, relations, first, last
