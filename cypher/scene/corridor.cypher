// The areas by which a way of some length from one to another may lead, with what joins them: all whose centres are so near
// to both. A way by any other is longer, for it is at least as long as straight lines.
// $space: STRING  the tenant
// $start: STRING  name of the first area
// $end: STRING  name of the last
// $metres: FLOAT  length of such a way at most; null for a guess: of a way on one floor $detour, or else any length
// $detour: FLOAT  length of a way over that of the straight line; a metre comes on top
// $any: FLOAT  a length that no way exceeds
// -> source: LIST<STRING>  where one walks from
// -> targets: LIST<LIST<STRING>>  per place, where one walks to
// -> distances: LIST<LIST<FLOAT>>  and how many metres
// -> metres: FLOAT  length of such a way at most
MATCH (one:Clew {space: $space, id: 'area:' + $start}) USING INDEX SEEK one:Clew(space, id)
MATCH (last:Clew {space: $space, id: 'area:' + $end}) USING INDEX SEEK last:Clew(space, id)
WITH one.location AS start, last.location AS end, coalesce($metres,
  CASE WHEN one.floor = last.floor THEN $detour * point.distance(one.location, last.location) + 1.0 ELSE $any END) AS metres
MATCH (area:Clew) USING POINT INDEX SEEK area:Clew(location)
WHERE point.distance(area.location, start) <= metres AND area.space = $space AND area.kind = 'Area'
  AND point.distance(area.location, start) + point.distance(area.location, end) <= metres
WITH metres, area.text AS source, COLLECT { MATCH (area)-[way:ADJACENT]->(beside:Clew) RETURN [beside.text, way.distance] } AS ways
WHERE source IS NOT NULL // an area that another transaction removes meanwhile
RETURN collect(source) AS source, collect([each IN ways | each[0]]) AS targets, collect([each IN ways | each[1]]) AS distances, metres
