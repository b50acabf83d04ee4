// The centres of areas.
// $space: STRING  the tenant
// $names: LIST<STRING>  of the areas
// -> name: STRING  of an area
// -> location: LIST<FLOAT>  x, y and z of its centre
UNWIND $names AS name
MATCH (area:Clew {space: $space, id: 'area:' + name}) USING INDEX SEEK area:Clew(space, id)
RETURN area.text AS name, [area.location.x, area.location.y, area.location.z] AS location
