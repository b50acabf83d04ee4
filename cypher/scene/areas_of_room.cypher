// The areas of rooms.
// $space: STRING  the tenant
// $rooms: LIST<STRING>  their names
// -> id: STRING  of an area
// -> room: STRING  its room's name
MATCH (area:Clew) USING INDEX SEEK area:Clew(space, kind)
WHERE area.space = $space AND area.kind = 'Area' AND area.room IN $rooms
RETURN area.id AS id, area.room AS room
ORDER BY id
