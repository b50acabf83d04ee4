// Per place the areas that may have the reachable point nearest to it. The nearest centre is such a point of its area, so an
// area with a nearer one has its centre at most as far away as that, and as that area's farthest point is from its centre.
// $space: STRING  the tenant
// $places: LIST<LIST<FLOAT>>  x, y and z of each, in metres
// $circles: LIST<FLOAT>  radii in metres, ascending, in which the nearest centre is looked for
// -> number: INTEGER  of the place, from 0
// -> name: STRING  of an area
// -> reachable: LIST<FLOAT>  x, y and z of all its points
MATCH (floor:Clew) USING INDEX SEEK floor:Clew(space, kind)
WHERE floor.space = $space AND floor.kind = 'Floor'
WITH max(floor.reach) AS reach
UNWIND range(0, size($places) - 1) AS number
WITH reach, number, point({x: $places[number][0], y: $places[number][1], z: $places[number][2]}) AS place
CALL (place) {
  UNWIND $circles AS circle
  CALL (place, circle) {
    MATCH (near:Clew) USING POINT INDEX SEEK near:Clew(location)
    WHERE point.distance(near.location, place) <= circle AND near.space = $space AND near.kind = 'Area'
    RETURN min(point.distance(near.location, place)) AS metres
  }
  WITH metres
  WHERE metres IS NOT NULL
  RETURN metres LIMIT 1
}
CALL (place, metres, reach) {
  MATCH (area:Clew) USING POINT INDEX SEEK area:Clew(location)
  WHERE point.distance(area.location, place) <= metres + reach + 0.001 AND area.space = $space AND area.kind = 'Area'
  RETURN area
}
RETURN number, area.text AS name, area.reachable AS reachable
ORDER BY number, name
