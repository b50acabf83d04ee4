// Where is something in a world, as far as was seen? The triplets of its place that hold, with what was seen then.
// $space: STRING  the tenant
// $name: STRING  of the thing
// -> statement: STRING  where it is
// -> step: INTEGER  of the walk in which that was seen, from 0
// -> seen: STRING  the observation that says so
MATCH (thing:Clew {space: $space, kind: 'Entity'}) USING INDEX SEEK thing:Clew(space, kind)
WHERE toLower($name) IN [thing.name, toLower(thing.text)]
MATCH (thing)<-[:SUBJECT]-(triplet:Triplet)-[:DERIVED_FROM]->(episode:Episode)
WHERE triplet.expired_at > datetime() AND triplet.slot = 'place'
RETURN triplet.text AS statement, episode.position AS step, episode.text AS seen
ORDER BY statement, step
