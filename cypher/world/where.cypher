// What a thing is in or on, and what that is in, up to the place where it stands.
// $space: STRING  the tenant
// $name: STRING  the thing, normalised
// $at: ZONED DATETIME  when
// -> chain: LIST<STRING>  names, the nearest first
MATCH (given:Clew {space: $space, id: 'entity:' + $name})
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH coalesce(meant, given) AS thing
MATCH (thing) ((inner)<-[:SUBJECT]-(lies:Triplet WHERE lies.slot = 'place' AND lies.predicate <> 'is' AND lies.created_at <= $at AND lies.expired_at > $at)-[:OBJECT]->(outer)){1,10}
RETURN [each IN outer | each.name] AS chain
ORDER BY size(chain) DESC LIMIT 1
