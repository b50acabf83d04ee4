// What is in a room? The objects of its areas, with what each lies in and its state.
// $space: STRING  the tenant
// $room: STRING  name of the room
// -> object: STRING  what it is
// -> inside: STRING  what it lies in or on; null where it stands free
// -> states: LIST<STRING>  such as `opened`
MATCH (area:Clew {space: $space, kind: 'Area'}) USING INDEX SEEK area:Clew(space, kind)
WHERE area.room = $room
MATCH (area)-[:CONTAINS]->(object:SceneObject)
OPTIONAL MATCH (object)-[:INSIDE]->(holder:SceneObject)
RETURN object.text AS object, holder.text AS inside, object.states AS states
ORDER BY object
