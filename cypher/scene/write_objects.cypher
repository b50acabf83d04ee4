// Writes objects that are new, or are seen elsewhere or otherwise: each keeps where it was before, with its time.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  object (id), type, word (the type in words), movable, location (x, y, z; null where it is gone), states, area, room, inside, number (of the sighting), text, vector (null where it is gone) and carried (whether it moved with what it lies in: units keep hold of it) of each
// $at: ZONED DATETIME  when it was seen
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
CALL () {
  UNWIND $rows AS row
  MERGE (object:Clew {space: $space, id: 'object:' + row.object})
  ON CREATE SET object:SceneObject, object.kind = 'SceneObject', object.created_at = $now
  SET object.text = row.object, object.object = row.object, object.object_type = row.type, object.movable = row.movable, object.states = row.states, object.area = row.area,
    object.inside = row.inside, object.sightings = row.number + 1,
    object.location = CASE WHEN row.location IS NOT NULL THEN point({x: row.location[0], y: row.location[1], z: row.location[2]}) END
  MERGE (word:Clew {space: $space, id: 'entity:' + row.word})
  ON CREATE SET word:Entity, word.kind = 'Entity', word.name = row.word, word.text = row.word, word.created_at = $now
  MERGE (object)-[is:INSTANCE_OF]->(word)
  ON CREATE SET is.created_at = $now, is.expired_at = $forever
  WITH object, row
  CALL (object) {
    MATCH (object)-[:HAS_SIGHTING]->(last:Sighting)
    WHERE last.valid_to = $forever
    SET last.valid_to = $at
  }
  CALL (object) {
    MATCH (object)-[old:INSIDE]->()
    DELETE old
  }
  CALL (object) {
    MATCH (object)<-[old:CONTAINS]-()
    DELETE old
  }
  CALL (object, row) {
    WITH * WHERE row.location IS NOT NULL
    CREATE (seen:Clew:Sighting {space: $space, id: 'sighting:' + row.object + '/' + row.number})
    SET seen.kind = 'Sighting', seen.space_key = $space_key, seen.text = row.text, seen.search_text = row.text, seen.embedding = row.vector,
      seen.object = row.object, seen.object_type = row.type, seen.states = row.states, seen.location = object.location, seen.area = row.area,
      seen.room = row.room, seen.inside = row.inside, seen.at = $at, seen.valid_from = $at, seen.valid_to = $forever,
      seen.created_at = $now, seen.expired_at = $forever
    CREATE (object)-[:HAS_SIGHTING {created_at: $now, expired_at: $forever}]->(seen)
    WITH object, row, seen
    CALL (seen, row) {
      WITH * WHERE row.carried
      MATCH (last:Clew {space: $space, id: 'sighting:' + row.object + '/' + (row.number - 1)}) USING INDEX SEEK last:Clew(space, id)
      MATCH (memory:ShortTermMemory)-[held:HOLDS]->(last)
      CREATE (memory)-[:HOLDS {created_at: $now, expired_at: $forever, seen_at: held.seen_at, image: held.image}]->(seen)
      DELETE held
    }
    WITH object, row
    MATCH (area:Clew {space: $space, id: 'area:' + row.area}) USING INDEX SEEK area:Clew(space, id)
    CREATE (area)-[:CONTAINS {created_at: $now, expired_at: $forever}]->(object)
  }
}
WITH *
UNWIND [row IN $rows WHERE row.inside <> '' AND row.location IS NOT NULL] AS row
MATCH (object:Clew {space: $space, id: 'object:' + row.object}) USING INDEX SEEK object:Clew(space, id)
MATCH (holder:Clew {space: $space, id: 'object:' + row.inside}) USING INDEX SEEK holder:Clew(space, id)
CREATE (object)-[:INSIDE {created_at: $now, expired_at: $forever}]->(holder)
