// The triplets that were observed of some things and are believed, those that were seen last first.
// $space: STRING  the tenant
// $names: LIST<STRING>  normalised names; the place where the player is joins them
// $player: STRING  who that is
// $most: INTEGER  triplets returned
// $forever: ZONED DATETIME  the open end
// -> id: STRING  the triplet
// -> triplet: MAP{subject: STRING, predicate: STRING, object: STRING}  what it says, by names
OPTIONAL MATCH (player:Clew {space: $space, id: 'entity:' + $player})<-[:SUBJECT]-(stands:Triplet)-[:OBJECT]->(here) USING INDEX SEEK player:Clew(space, id)
WHERE stands.slot = 'place' AND stands.expired_at = $forever
WITH $names + [name IN collect(here.name) | name] AS names
UNWIND names AS name
MATCH (given:Clew {space: $space, id: 'entity:' + name}) USING INDEX SEEK given:Clew(space, id)
OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
WITH DISTINCT coalesce(meant, given) AS thing
MATCH (thing)<-[:SUBJECT|OBJECT]-(triplet:Triplet)
WHERE triplet.expired_at = $forever AND triplet.slot IS NOT NULL
WITH DISTINCT triplet ORDER BY triplet.created_at DESC, triplet.id LIMIT $most
MATCH (subject)<-[:SUBJECT]-(triplet)-[:OBJECT]->(object)
RETURN triplet.id AS id, {subject: subject.name, predicate: triplet.predicate, object: object.name} AS triplet
ORDER BY triplet.created_at DESC, id
