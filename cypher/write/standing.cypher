// Which of the memories that one bears on hold, and how far each is believed: itself, what rests on it to any depth, what
// these replaced or are replaced by, and what rests on that.
// $space: STRING  the tenant
// $id: STRING  of the memory
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of each
// -> holds: BOOLEAN  whether it is believed now
// -> belief: FLOAT  0 to 1; 1 of a text
MATCH (node:Clew {space: $space, id: $id}) USING INDEX SEEK node:Clew(space, id)
MATCH (node)<-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON*0..]-(resting:Clew)
WITH DISTINCT resting
MATCH (resting)-[:/*replaces*/REPLACED_BY/**/*0..1]-(beside:Clew)
WITH DISTINCT beside
MATCH (beside)<-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*0..]-(each:Clew)
WITH DISTINCT each
WHERE each['expired_at'] IS NOT NULL
RETURN each.id AS id, each.expired_at = $forever AS holds, coalesce(each['belief'], 1.0) AS belief
ORDER BY id
