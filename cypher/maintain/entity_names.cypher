// The names of a space's entities, in order, page by page.
// $space: STRING  the tenant
// $after: STRING  the last name of the page before, or empty
// $limit: INTEGER  names of a page
// -> name: STRING  each
MATCH (entity:Clew {space: $space}) USING INDEX SEEK entity:Clew(space, id)
WHERE entity.id > 'entity:' + $after AND entity.id < 'entity;'
RETURN entity.name AS name ORDER BY entity.id LIMIT $limit
