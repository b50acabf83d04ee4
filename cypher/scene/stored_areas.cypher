// All floors and areas of a space, for comparison with what they shall be.
// $space: STRING  the tenant
// -> id: STRING  of a floor or an area
// -> digest: STRING  of what it was written from
MATCH (floor:Clew) USING INDEX SEEK floor:Clew(space, kind)
WHERE floor.space = $space AND floor.kind = 'Floor'
RETURN floor.id AS id, floor.digest AS digest
UNION ALL
MATCH (area:Clew) USING INDEX SEEK area:Clew(space, kind)
WHERE area.space = $space AND area.kind = 'Area'
RETURN area.id AS id, area.digest AS digest
