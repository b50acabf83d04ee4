// The state of a short-term memory's policy, and the objects of its units.
// $space: STRING  the tenant
// $name: STRING  of the short-term memory
// $forever: ZONED DATETIME  the open end
// -> policy: STRING  its state, as JSON
// -> objects: LIST<STRING>  ids of the objects
// -> images: LIST<STRING>  of each, in the same order: where an image of it is kept; empty for none
// -> seen_at: LIST<ZONED DATETIME>  likewise: when it was seen last
// -> current: LIST<STRING>  ids of the objects that the scene has where their unit has them
MATCH (memory:Clew {space: $space, id: 'short-term memory:' + $name}) USING INDEX SEEK memory:Clew(space, id)
WITH memory, COLLECT {
  MATCH (memory)-[held:HOLDS]->(seen:Sighting)
  RETURN {object: seen.object, image: held.image, seen_at: held.seen_at, is_current: seen.valid_to = $forever} ORDER BY seen.object
} AS units
RETURN memory.policy AS policy, [unit IN units | unit.object] AS objects, [unit IN units | unit.image] AS images,
  [unit IN units | unit.seen_at] AS seen_at, [unit IN units WHERE unit.is_current | unit.object] AS current
