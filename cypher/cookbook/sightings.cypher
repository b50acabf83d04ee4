// Where was an object seen? Its sightings from the first to the last, each with the time that it held.
// $space: STRING  the tenant
// $type: STRING  sort of object, such as `Cup`
// -> seen: STRING  where and how
// -> since: ZONED DATETIME  when it was first seen so
// -> holds: BOOLEAN  whether it is the last one
MATCH (sighting:Clew {space: $space, kind: 'Sighting'}) USING INDEX SEEK sighting:Clew(space, kind)
WHERE sighting.object_type = $type
RETURN sighting.text AS seen, sighting.valid_from AS since, sighting.valid_to > datetime() AS holds
ORDER BY since, seen
