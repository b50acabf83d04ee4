// A page of the turns and facts of a space, in the order of their ids.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of the kinds that keep the times that they name
// $after: STRING  the last id of the page before; empty for the first
// $limit: INTEGER  texts in a page
// -> id: STRING  of the turn or fact
// -> text: STRING  what it says
// -> at: ZONED DATETIME  when it was said; null where nobody knows
MATCH (said:Clew) USING INDEX SEEK said:Clew(space, id)
WHERE said.space = $space AND said.id > $after AND said.kind IN $kinds
RETURN said.id AS id, said.text AS text, said.at AS at
ORDER BY said.id LIMIT $limit
