// The objects of some ids, types, areas or rooms, at some time; or all that was seen of them.
// $space: STRING  the tenant
// $kind: STRING  SceneObject for the present, Sighting for another time or all times
// $as_of: ZONED DATETIME  that time; null for all times
// $known_at: ZONED DATETIME  as memory believed at this instant; null for now
// $forever: ZONED DATETIME  the open end
// $ids: LIST<STRING>  of objects, as their source calls them; null for any
// $types: LIST<STRING>  of objects at that time, for all times of objects as they are now; null for any
// $areas: LIST<STRING>  names; null for any
// $rooms: LIST<STRING>  names; null for any
// -> id: STRING  of the object
// -> type: STRING  such as `Fridge`, at that time; for all times as it is now
// -> location: LIST<FLOAT>  x, y and z
// -> states: LIST<STRING>  in alphabetical order
// -> movable: BOOLEAN  whether it can be picked up
// -> area: STRING  name of its area
// -> room: STRING  name of its room
// -> inside: STRING  id of what it lies in or on; empty for none
// -> since: ZONED DATETIME  when it was first seen so
// -> until: ZONED DATETIME  when it was no more; null where it still is
// -> metres: FLOAT  null
CALL () {
  WITH * WHERE $ids IS NULL
  MATCH (object:Clew) USING INDEX SEEK object:Clew(space, kind)
  WHERE object.space = $space AND object.kind = 'SceneObject'
    AND ($types IS NULL OR $known_at IS NOT NULL OR object.object_type IN $types OR $kind <> 'SceneObject' AND $as_of IS NOT NULL)
    AND ($kind <> 'SceneObject' OR $known_at IS NOT NULL OR $areas IS NULL OR object.area IN $areas)
  RETURN object
  UNION
  UNWIND $ids AS id
  MATCH (object:Clew {space: $space, id: 'object:' + id}) USING INDEX SEEK object:Clew(space, id)
  RETURN object
}
MATCH (object)-[:HAS_SIGHTING]->(seen:Sighting)
WITH object, seen, CASE
    WHEN $as_of IS NOT NULL THEN seen.object_type
    WHEN $known_at IS NULL THEN object.object_type
    ELSE COLLECT { MATCH (object)-[:HAS_SIGHTING]->(last:Sighting) WHERE last.created_at <= $known_at RETURN last.object_type ORDER BY last.valid_from DESC LIMIT 1 }[0]
  END AS type,
  CASE WHEN $known_at IS NULL THEN seen.valid_to ELSE coalesce(COLLECT {
    MATCH (object)-[:HAS_SIGHTING]->(later:Sighting)
    WHERE later.created_at <= $known_at AND later.valid_from > seen.valid_from
    RETURN min(later.valid_from)
  }[0], CASE WHEN EXISTS {
    MATCH (object)-[:HAS_SIGHTING]->(later:Sighting) WHERE later.valid_from >= seen.valid_to
  } THEN $forever ELSE seen.valid_to END) END AS until
WHERE coalesce(seen.created_at <= $known_at, true)
  AND CASE WHEN $kind = 'SceneObject' THEN until = $forever
           ELSE $as_of IS NULL OR seen.valid_from <= $as_of AND until > $as_of END
  AND ($types IS NULL OR type IN $types)
  AND ($areas IS NULL OR seen.area IN $areas) AND ($rooms IS NULL OR seen.room IN $rooms)
RETURN object.object AS id, type, [seen.location.x, seen.location.y, seen.location.z] AS location, seen.states AS states,
  object.movable AS movable, seen.area AS area, seen.room AS room, seen.inside AS inside, seen.valid_from AS since,
  CASE WHEN until < $forever THEN until END AS until, null AS metres
ORDER BY type, id, since
