// The areas of a space that may have a reachable point within some metres of a place: no area reaches farther from its
// centre than its floor tells.
// $space: STRING  the tenant
// $x: FLOAT  the place in metres
// $y: FLOAT
// $z: FLOAT
// $metres: FLOAT  how far away such a point is at most
// -> areas: MAP{name: LIST<STRING>, floor: LIST<STRING>, room: LIST<STRING>, location: LIST<LIST<FLOAT>>, reachable: LIST<LIST<FLOAT>>, adjacent: LIST<LIST<STRING>>, distance: LIST<LIST<FLOAT>>}  each, nearest first: x, y and z of its centre and of all its points, and the areas beside it with the metres to walk
MATCH (floor:Clew) USING INDEX SEEK floor:Clew(space, kind)
WHERE floor.space = $space AND floor.kind = 'Floor'
WITH point({x: $x, y: $y, z: $z}) AS place, $metres + coalesce(max(floor.reach), 0.0) AS farthest
MATCH (area:Clew) USING POINT INDEX SEEK area:Clew(location)
WHERE point.distance(area.location, place) <= farthest AND area.space = $space AND area.kind = 'Area'
WITH area, point.distance(area.location, place) AS metres, COLLECT {
  MATCH (area)-[way:ADJACENT]->(other:Clew)
  RETURN {name: other.text, distance: way.distance} ORDER BY other.text
} AS ways
ORDER BY metres, area.text
WITH collect({area: area, ways: ways}) AS found
RETURN {
  name: [each IN found | each.area.text], floor: [each IN found | each.area.floor], room: [each IN found | each.area.room],
  location: [each IN found | [each.area.location.x, each.area.location.y, each.area.location.z]],
  reachable: [each IN found | each.area.reachable],
  adjacent: [each IN found | [way IN each.ways | way.name]], distance: [each IN found | [way IN each.ways | way.distance]]
} AS areas
