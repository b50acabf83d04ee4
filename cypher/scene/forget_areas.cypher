// What was seen in areas that are to be removed, wherever that is by now. The areas beside them are written anew with
// their building.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the areas
// -> id: STRING  of a sighting
// -> area: STRING  id of the area
UNWIND $ids AS id
MATCH (area:Clew {space: $space, id: id}) USING INDEX SEEK area:Clew(space, id)
CALL (area) {
  MATCH (area)-[:ADJACENT]-(beside:Clew)
  SET beside.digest = ''
}
MATCH (seen:Clew) USING INDEX SEEK seen:Clew(space, kind)
WHERE seen.space = $space AND seen.kind = 'Sighting' AND seen.area = area.text
RETURN seen.id AS id, id AS area
