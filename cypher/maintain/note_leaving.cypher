// Notes on a space what is being forgotten in several transactions: nobody else writes until all of it is gone.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes; null where they are gone
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.leaving = $ids
