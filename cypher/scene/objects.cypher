// Objects of a space as they are.
// $space: STRING  the tenant
// $ids: LIST<STRING>  which, as their source calls them; null for all
// $forever: ZONED DATETIME  the open end
// -> id: STRING  as its source calls it
// -> type: STRING  such as `Fridge`
// -> location: LIST<FLOAT>  x, y and z; null where it is gone, or no sighting says so
// -> states: LIST<STRING>  in alphabetical order
// -> movable: BOOLEAN  whether it can be picked up
// -> inside: STRING  id of what it lies in or on; empty for none
// -> area: STRING  name of its area; empty where it is gone
// -> latest: ZONED DATETIME  the last time of which memory knows where it was, or that it was gone; null for none
// -> sightings: INTEGER  how often it was seen elsewhere or otherwise than before
// -> contents: LIST<STRING>  ids of what lies in or on it
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
  CASE WHEN object.location IS NOT NULL AND EXISTS { (object)-[:HAS_SIGHTING]->(seen:Sighting) WHERE seen.valid_to = $forever }
    THEN [object.location.x, object.location.y, object.location.z] END AS location,
  object.states AS states, object.movable AS movable, object.inside AS inside, object.area AS area, object.sightings AS sightings, COLLECT {
    MATCH (object)-[:HAS_SIGHTING]->(seen:Sighting)
    OPTIONAL MATCH (seen)<-[held:HOLDS]-(:ShortTermMemory)
    UNWIND [seen.valid_from, CASE WHEN seen.valid_to < $forever THEN seen.valid_to END, held.seen_at] AS instant
    RETURN max(instant)
  }[0] AS latest,
  COLLECT { MATCH (object)<-[:INSIDE]-(held:SceneObject) RETURN held.object ORDER BY held.object } AS contents
ORDER BY id
