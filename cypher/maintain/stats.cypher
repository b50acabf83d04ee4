// The size of a space.
// $space: STRING  the tenant
// -> nodes: LIST<LIST<ANY>>  kind and number
// -> relations: LIST<LIST<ANY>>  type and number
// -> first: ZONED DATETIME  date of the first turn
// -> last: ZONED DATETIME  date of the last turn
CALL () {
  MATCH (node:Clew)
  WHERE node.space = $space
  WITH node.kind AS kind, count(*) AS number,
       min(CASE node.kind WHEN 'Episode' THEN node.at END) AS first,
       max(CASE node.kind WHEN 'Episode' THEN node.at END) AS last
  RETURN collect([kind, number]) AS nodes, min(first) AS first, max(last) AS last
}
CALL () {
  MATCH (node:Clew)-[relation]->()
  WHERE node.space = $space
  WITH type(relation) AS type, count(*) AS number
  RETURN collect([type, number]) AS relations
}
RETURN nodes, relations, first, last
