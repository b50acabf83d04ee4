// Has what lies or lay in objects that are to be removed lie in nothing: none of their ids stays with it.
// $space: STRING  the tenant
// $ids: LIST<STRING>  all that is to be removed, these objects included
// $kinds: LIST<STRING>  labels of what lies in objects
// $objects: LIST<STRING>  ids of the objects, as their source calls them
// -> id: STRING  of each sighting whose text told of one
// -> type: STRING  of the object that was seen
// -> states: LIST<STRING>  in alphabetical order
// -> room: STRING  name of the room
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind IN $kinds AND node.inside IN $objects AND NOT node.id IN $ids
SET node.inside = ''
WITH node
WHERE node:Sighting
RETURN node.id AS id, node.object_type AS type, node.states AS states, node.room AS room
