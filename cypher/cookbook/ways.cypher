// Which ways are known in a world? Each move that was made or seen, from where to where.
// $space: STRING  the tenant
// -> place: STRING  from where
// -> direction: STRING  which way
// -> leads_to: STRING  where
MATCH (triplet:Clew {space: $space, kind: 'Triplet'}) USING INDEX SEEK triplet:Clew(space, kind)
WHERE triplet.made IS NOT NULL AND triplet.expired_at > datetime()
MATCH (from:Entity)<-[:OBJECT]-(triplet)-[:SUBJECT]->(to:Entity)
RETURN from.text AS place, triplet.direction AS direction, to.text AS leads_to
ORDER BY place, direction
