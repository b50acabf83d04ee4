// The floors of a space.
// $space: STRING  the tenant
// -> height: FLOAT  of the lowest place where one can stand, in metres
MATCH (floor:Clew) USING INDEX SEEK floor:Clew(space, kind)
WHERE floor.space = $space AND floor.kind = 'Floor'
RETURN floor.height AS height
