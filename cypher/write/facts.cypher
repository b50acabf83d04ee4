// Writes facts that are new.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  id and properties of each fact
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
UNWIND $rows AS row
CREATE (fact:Clew:Fact {space: $space, id: row.id})
SET fact += row.properties,
    fact.kind = 'Fact', fact.space_key = $space_key, fact.created_at = $now, fact.expired_at = $forever
