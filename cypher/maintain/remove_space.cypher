// Removes a page of a space's nodes with all their relationships; everything, where it fits. The space's own node goes last.
// $space: STRING  the tenant
// $limit: INTEGER  nodes in a page
// $characters: INTEGER  of their texts
// -> id: STRING  of each removed node
// -> kind: STRING  its kind
// -> relationships: INTEGER  how many went with it
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE node.space = $space AND node.id > ''
WITH node ORDER BY node.id = 'space' LIMIT $limit
WITH collect(node) AS page
WITH page, reduce(fits = {number: 0, characters: 0}, node IN page |
  CASE WHEN fits.number > 0 AND fits.characters + size(node.text) > $characters THEN {number: fits.number, characters: $characters + 1}
       ELSE {number: fits.number + 1, characters: fits.characters + size(node.text)} END).number AS number
UNWIND page[..number] AS gone
CALL (gone) {
  WITH gone, gone.id AS id, gone.kind AS kind, COUNT { (gone)--() } AS relationships
  DETACH DELETE gone
  RETURN id, kind, relationships
}
RETURN id, kind, relationships
