// Where is $object in $space: an object of a scene with its place and sightings, or a thing of a world with its triplets.
// $space: STRING  the tenant
// $object: STRING  text of the object, or name of the thing
// -> place: PATH  what leads to it
CALL () {
  MATCH (object:Clew {space: $space, kind: 'SceneObject'}) USING INDEX SEEK object:Clew(space, kind)
  WHERE object.text = $object OR object.object_type = $object
  MATCH place = (object)--(:Area|Sighting|SceneObject)
  RETURN place
  UNION
  MATCH (thing:Clew {space: $space, id: 'entity:' + toLower($object)}) USING INDEX SEEK thing:Clew(space, id)
  MATCH place = (thing)<-[:SUBJECT]-(triplet:Triplet)-[:OBJECT]->(:Entity)
  WHERE triplet.expired_at > datetime()
  RETURN place
}
RETURN place LIMIT 1000
