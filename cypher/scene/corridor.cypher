// The areas by which a way from one to another may lead that is not much longer than the straight line, with what joins
// them: all whose centres are so near to both. A way by any other is longer, for it is at least as long as straight lines.
// $space: STRING  the tenant
// $start: STRING  name of the first area
// $end: STRING  name of the last
// $detour: FLOAT  length of the way over that of the straight line; a metre comes on top
// -> source: LIST<STRING>  where one walks from
// -> target: LIST<STRING>  and where to
// -> distance: LIST<FLOAT>  and how many metres
// -> metres: FLOAT  length of such a way at most
MATCH (one:Clew {space: $space, id: 'area:' + $start}) USING INDEX SEEK one:Clew(space, id)
MATCH (last:Clew {space: $space, id: 'area:' + $end}) USING INDEX SEEK last:Clew(space, id)
WITH one.location AS start, last.location AS end, $detour * point.distance(one.location, last.location) + 1.0 AS metres
MATCH (area:Clew) USING POINT INDEX SEEK area:Clew(location)
WHERE point.distance(area.location, start) <= metres AND area.space = $space AND area.kind = 'Area'
  AND point.distance(area.location, start) + point.distance(area.location, end) <= metres
OPTIONAL MATCH (area)-[way:ADJACENT]->(beside:Clew)
WITH metres, [each IN collect({way: way, target: beside.text, source: area.text}) WHERE each.way IS NOT NULL] AS ways
RETURN [each IN ways | each.source] AS source, [each IN ways | each.target] AS target, [each IN ways | each.way.distance] AS distance, metres
