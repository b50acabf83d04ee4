// What is being forgotten in several transactions, so that it can be ended.
// $space: STRING  the tenant
// -> closed: BOOLEAN  whether it is the whole space
// -> leaving: LIST<STRING>  ids of what it is otherwise
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
RETURN space.closed AS closed, coalesce(properties(space)['leaving'], []) AS leaving
