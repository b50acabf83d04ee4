// The items whose time to live is over, by the database's clock.
// $space: STRING  the tenant
// $limit: INTEGER  items at most
// -> id: STRING  of each
MATCH (item:Clew) USING INDEX SEEK item:Clew(space, kind)
WHERE item.space = $space AND item.kind = 'Item' AND item.expires_at <= datetime()
RETURN item.id AS id LIMIT $limit
