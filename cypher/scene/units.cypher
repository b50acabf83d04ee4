// The units of a short-term memory: where and in which states its objects were, when they were seen last.
// $space: STRING  the tenant
// $name: STRING  of the short-term memory
// $forever: ZONED DATETIME  the open end
// -> object: MAP{id: STRING, type: STRING, location: LIST<FLOAT>, states: LIST<STRING>, movable: BOOLEAN, area: STRING, room: STRING, inside: STRING, since: ZONED DATETIME, until: ZONED DATETIME, metres: FLOAT}  as `scene/matching` returns it
// -> seen_at: ZONED DATETIME  when it was seen last
// -> image: STRING  where an image of it is kept; empty for none
MATCH (memory:Clew {space: $space, id: 'short-term memory:' + $name}) USING INDEX SEEK memory:Clew(space, id)
MATCH (memory)-[held:HOLDS]->(seen:Sighting)
RETURN {
  id: seen.object, type: seen.object_type, location: [seen.location.x, seen.location.y, seen.location.z], states: seen.states, movable: true,
  area: seen.area, room: seen.room, inside: seen.inside, since: seen.valid_from,
  until: CASE WHEN seen.valid_to < $forever THEN seen.valid_to END, metres: null
} AS object, held.seen_at AS seen_at, held.image AS image
ORDER BY object.id
