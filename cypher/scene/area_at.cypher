// The areas that may have the reachable point nearest to a place. The nearest centre is such a point of its area, so an
// area with a nearer one has its centre at most as far away as that, and as that area's farthest point is from its centre.
// $space: STRING  the tenant
// $x: FLOAT  the place in metres
// $y: FLOAT
// $z: FLOAT
// $circles: LIST<FLOAT>  radii in metres, ascending, in which the nearest centre is looked for
// -> name: STRING  of an area
// -> reachable: LIST<FLOAT>  x, y and z of all its points
MATCH (floor:Clew) USING INDEX SEEK floor:Clew(space, kind)
WHERE floor.space = $space AND floor.kind = 'Floor'
WITH max(floor.reach) AS reach, point({x: $x, y: $y, z: $z}) AS place
UNWIND $circles AS circle
CALL (place, circle) {
  MATCH (near:Clew) USING POINT INDEX SEEK near:Clew(location)
  WHERE point.distance(near.location, place) <= circle AND near.space = $space AND near.kind = 'Area'
  RETURN min(point.distance(near.location, place)) AS metres
}
WITH place, reach, metres
WHERE metres IS NOT NULL
WITH place, metres + reach + 0.001 AS metres LIMIT 1
MATCH (area:Clew) USING POINT INDEX SEEK area:Clew(location)
WHERE point.distance(area.location, place) <= metres AND area.space = $space AND area.kind = 'Area'
RETURN area.text AS name, area.reachable AS reachable
ORDER BY name
