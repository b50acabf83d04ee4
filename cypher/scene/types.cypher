// The types of the objects of a space.
// $space: STRING  the tenant
// -> type: STRING  such as `Fridge`
// -> movable: BOOLEAN  whether one can be picked up
MATCH (object:Clew) USING INDEX SEEK object:Clew(space, kind)
WHERE object.space = $space AND object.kind = 'SceneObject'
RETURN DISTINCT object.object_type AS type, object.movable AS movable
ORDER BY type, movable
