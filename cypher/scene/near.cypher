// The objects nearest to a place, at some time. Ever wider circles are looked at, until one holds as many as are wanted.
// $space: STRING  the tenant
// $x: FLOAT  the place in metres
// $y: FLOAT
// $z: FLOAT
// $circles: LIST<FLOAT>  radii in metres, ascending
// $kind: STRING  SceneObject for the present, Sighting for another time
// $as_of: ZONED DATETIME  that time; the open end for the present
// $forever: ZONED DATETIME  the open end
// $types: LIST<STRING>  types of objects; null for all
// $limit: INTEGER  how many at most
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
// -> metres: FLOAT  from the place
WITH point({x: $x, y: $y, z: $z}) AS place
UNWIND $circles AS circle
CALL (place, circle) {
  MATCH (found:Clew) USING POINT INDEX SEEK found:Clew(location)
  WHERE point.distance(found.location, place) <= circle AND found.space = $space AND found.kind = $kind
    AND ($types IS NULL OR found.object_type IN $types)
    AND ($kind = 'SceneObject' OR found.valid_from <= $as_of AND found.valid_to > $as_of)
  WITH found, point.distance(found.location, place) AS metres ORDER BY metres, found.object LIMIT $limit
  RETURN collect({node: found, metres: metres}) AS nearest
}
WITH circle, nearest
WHERE size(nearest) = $limit OR circle = last($circles)
WITH nearest LIMIT 1
UNWIND nearest AS each
MATCH (object:Clew {space: $space, id: 'object:' + each.node.object}) USING INDEX SEEK object:Clew(space, id)
CALL (object, each) {
  MATCH (object)-[:HAS_SIGHTING]->(seen:Sighting)
  WHERE each.node = seen OR each.node = object AND seen.valid_to = $forever
  RETURN seen
}
RETURN object.object AS id, seen.object_type AS type, [seen.location.x, seen.location.y, seen.location.z] AS location, seen.states AS states,
  object.movable AS movable, seen.area AS area, seen.room AS room, seen.inside AS inside, seen.valid_from AS since,
  CASE WHEN seen.valid_to < $forever THEN seen.valid_to END AS until, each.metres AS metres
ORDER BY metres, id
