// The size of a space.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of verbatim texts
// $sample: INTEGER  texts of each kind that were remembered first, and as many that were last, whose openings are read
// $opening: INTEGER  characters of each
// -> nodes: LIST<MAP{kind: STRING, number: INTEGER}>  how many there are of each kind
// -> relationships: LIST<MAP{kind: STRING, number: INTEGER}>  how many there are of each type
// -> first: ZONED DATETIME  date of the first text that has one; null where none has
// -> last: ZONED DATETIME  date of the last; null likewise
// -> openings: LIST<STRING>  of those texts
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
CALL () {
  UNWIND $kinds AS kind
  CALL (kind) {
    MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind, created_at)
    WHERE text.space = $space AND text.kind = kind AND text.created_at IS NOT NULL
    RETURN text ORDER BY text.created_at LIMIT $sample
    UNION
    MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind, created_at)
    WHERE text.space = $space AND text.kind = kind AND text.created_at IS NOT NULL
    RETURN text ORDER BY text.created_at DESC LIMIT $sample
  }
  RETURN collect(left(text.text, $opening)) AS openings
}
RETURN nodes, relationships, first, last, openings
