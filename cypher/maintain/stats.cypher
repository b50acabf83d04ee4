// The size of a space.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of verbatim texts
// -> nodes: LIST<MAP{kind: STRING, number: INTEGER}>  how many there are of each kind
// -> relationships: LIST<MAP{kind: STRING, number: INTEGER}>  how many there are of each type
// -> first: ZONED DATETIME  date of the first text that has one; null where none has
// -> last: ZONED DATETIME  date of the last; null likewise
CALL () {
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
  WHERE node.space = $space AND node.kind > ''
  WITH node, node.kind AS kind
  WITH kind, count(*) AS number,
       min(CASE WHEN kind IN $kinds THEN node.at END) AS first,
       max(CASE WHEN kind IN $kinds THEN node.at END) AS last
  RETURN collect({kind: kind, number: number}) AS nodes, min(first) AS first, max(last) AS last
}
CALL () {
  MATCH (node:Clew)-[link]->() USING INDEX SEEK node:Clew(space, kind)
  WHERE node.space = $space AND node.kind > ''
  WITH type(link) AS type, count(*) AS number
  RETURN collect({kind: type, number: number}) AS relationships
}
RETURN nodes, relationships, first, last
