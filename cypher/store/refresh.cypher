// Lets items that have a time to live live as long again, by the database's clock.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of the items
// -> nothing
UNWIND $ids AS id
MATCH (item:Clew {space: $space, id: id}) USING INDEX SEEK item:Clew(space, id)
WHERE item.ttl IS NOT NULL
SET item.expires_at = datetime() + duration({minutes: item.ttl})
