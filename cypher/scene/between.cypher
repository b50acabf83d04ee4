// The objects near the straight line between two places, at some time: those in circles along it, then by their distance.
// $space: STRING  the tenant
// $start: LIST<FLOAT>  x, y and z of the first place in metres
// $end: LIST<FLOAT>  of the second
// $shares: LIST<FLOAT>  where the circles' centres are on the line: 0 at the first place, 1 at the second
// $radius: FLOAT  of the circles in metres
// $within: FLOAT  how far from the line at most, in metres
// $kind: STRING  SceneObject for the present, Sighting for another time
// $as_of: ZONED DATETIME  that time; the open end for the present
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of the object
// -> type: STRING  such as `Fridge`, at that time
// -> location: LIST<FLOAT>  x, y and z
// -> states: LIST<STRING>  in alphabetical order
// -> movable: BOOLEAN  whether it can be picked up
// -> area: STRING  name of its area
// -> room: STRING  name of its room
// -> inside: STRING  id of what it lies in or on; empty for none
// -> since: ZONED DATETIME  when it was first seen so
// -> until: ZONED DATETIME  when it was no more; null where it still is
// -> metres: FLOAT  from the first place
WITH point({x: $start[0], y: $start[1], z: $start[2]}) AS start, point({x: $end[0], y: $end[1], z: $end[2]}) AS end
WITH start, end.x - start.x AS dx, end.y - start.y AS dy, end.z - start.z AS dz
UNWIND $shares AS share
WITH start, dx, dy, dz, point({x: start.x + share * dx, y: start.y + share * dy, z: start.z + share * dz}) AS centre
CALL (centre) {
  MATCH (found:Clew) USING POINT INDEX SEEK found:Clew(location)
  WHERE point.distance(found.location, centre) <= $radius AND found.space = $space AND found.kind = $kind
    AND ($kind = 'SceneObject' OR found.valid_from <= $as_of AND found.valid_to > $as_of)
  RETURN found
}
WITH DISTINCT found, start, dx, dy, dz
WITH found, start, dx, dy, dz,
  (found.location.x - start.x) * dx + (found.location.y - start.y) * dy + (found.location.z - start.z) * dz AS along,
  dx * dx + dy * dy + dz * dz AS square
WITH found, start, dx, dy, dz, CASE WHEN along <= 0 THEN 0.0 WHEN along >= square THEN 1.0 ELSE along / square END AS share
WITH found, start, point({x: start.x + share * dx, y: start.y + share * dy, z: start.z + share * dz}) AS beside
WHERE point.distance(found.location, beside) <= $within
WITH found, point.distance(found.location, start) AS metres
MATCH (object:Clew {space: $space, id: 'object:' + found.object}) USING INDEX SEEK object:Clew(space, id)
CALL (object, found) {
  MATCH (object)-[:HAS_SIGHTING]->(seen:Sighting)
  WHERE found = seen OR found = object AND seen.valid_to = $forever
  RETURN seen
}
RETURN object.object AS id, seen.object_type AS type, [seen.location.x, seen.location.y, seen.location.z] AS location, seen.states AS states,
  object.movable AS movable, seen.area AS area, seen.room AS room, seen.inside AS inside, seen.valid_from AS since,
  CASE WHEN seen.valid_to < $forever THEN seen.valid_to END AS until, metres
ORDER BY metres, id
