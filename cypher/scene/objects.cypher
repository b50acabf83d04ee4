// Objects of a space as they are.
// $space: STRING  the tenant
// $ids: LIST<STRING>  which, as their source calls them; null for all
// $forever: ZONED DATETIME  the open end
// -> id: STRING  as its source calls it
// -> type: STRING  such as `Fridge`
// -> location: LIST<FLOAT>  x, y and z; null where it is gone
// -> states: LIST<STRING>  in alphabetical order
// -> movable: BOOLEAN  whether it can be picked up
// -> inside: STRING  id of what it lies in or on; empty for none
// -> area: STRING  name of its area; empty where it is gone
// -> since: ZONED DATETIME  when it was first seen so; null where it is gone
// -> sightings: INTEGER  how often it was seen elsewhere or otherwise than before
CALL () {
  WITH * WHERE $ids IS NULL
  MATCH (object:Clew) USING INDEX SEEK object:Clew(space, kind)
  WHERE object.space = $space AND object.kind = 'SceneObject'
  RETURN object
  UNION
  UNWIND $ids AS id
  MATCH (object:Clew {space: $space, id: 'object:' + id}) USING INDEX SEEK object:Clew(space, id)
  RETURN object
}
RETURN object.object AS id, object.object_type AS type,
  CASE WHEN object.location IS NOT NULL THEN [object.location.x, object.location.y, object.location.z] END AS location,
  object.states AS states, object.movable AS movable, object.inside AS inside, object.area AS area, object.sightings AS sightings, COLLECT {
    MATCH (object)-[:HAS_SIGHTING]->(seen:Sighting)
    WHERE seen.valid_to = $forever
    RETURN seen.valid_from
  }[0] AS since
ORDER BY id
