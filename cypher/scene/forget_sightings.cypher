// Has objects nowhere whose present sighting is to be removed: nothing of it stays behind with them.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the sightings that are to be removed
// $forever: ZONED DATETIME  the open end
// -> relationships: INTEGER  how many fewer there are
UNWIND $ids AS id
MATCH (seen:Clew {space: $space, id: id}) USING INDEX SEEK seen:Clew(space, id)
WHERE seen.valid_to = $forever
MATCH (object)-[:HAS_SIGHTING]->(seen)
SET object.location = null, object.states = [], object.area = '', object.inside = ''
WITH DISTINCT object
CALL (object) {
  MATCH (object)-[held:INSIDE]->()
  DELETE held
  RETURN count(*) AS holders
}
CALL (object) {
  MATCH (object)<-[there:CONTAINS]-()
  DELETE there
  RETURN count(*) AS areas
}
RETURN sum(holders + areas) AS relationships
