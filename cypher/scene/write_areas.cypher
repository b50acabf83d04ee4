// Writes floors, and the areas that are new or changed; what joins a changed area to others is written anew.
// $space: STRING  the tenant
// $floors: LIST<MAP>  name, height, reach and digest of each
// $areas: LIST<MAP>  name, floor, room, word (the room in words), location (x, y, z), reachable, digest and ways (name and metres) of each
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> nothing
CALL () {
  UNWIND $floors AS row
  MERGE (floor:Clew {space: $space, id: 'floor:' + row.name})
  ON CREATE SET floor:Floor, floor.kind = 'Floor', floor.created_at = $now
  SET floor.text = row.name, floor.height = row.height, floor.reach = row.reach, floor.digest = row.digest
}
CALL () {
  UNWIND $areas AS row
  MERGE (area:Clew {space: $space, id: 'area:' + row.name})
  ON CREATE SET area:Area, area.kind = 'Area', area.created_at = $now
  SET area.text = row.name, area.floor = row.floor, area.room = row.room, area.reachable = row.reachable, area.digest = row.digest,
    area.location = point({x: row.location[0], y: row.location[1], z: row.location[2]})
  WITH area, row
  CALL (area) {
    MATCH (area)-[old:ADJACENT]->()
    DELETE old
  }
  MERGE (word:Clew {space: $space, id: 'entity:' + row.word})
  ON CREATE SET word:Entity, word.kind = 'Entity', word.name = row.word, word.text = row.word, word.created_at = $now
  MERGE (area)-[is:PART_OF]->(word)
  ON CREATE SET is.created_at = $now, is.expired_at = $forever
  WITH area, row
  CALL (area, row) {
    MATCH (area)<-[old:HAS_AREA]-(other)
    WHERE other.text <> row.floor
    DELETE old
  }
  MATCH (floor:Clew {space: $space, id: 'floor:' + row.floor}) USING INDEX SEEK floor:Clew(space, id)
  MERGE (floor)-[has:HAS_AREA]->(area)
  ON CREATE SET has.created_at = $now, has.expired_at = $forever
}
WITH *
UNWIND $areas AS row
MATCH (area:Clew {space: $space, id: 'area:' + row.name}) USING INDEX SEEK area:Clew(space, id)
UNWIND row.ways AS each
MATCH (beside:Clew {space: $space, id: 'area:' + each.name}) USING INDEX SEEK beside:Clew(space, id)
MERGE (area)-[way:ADJACENT]->(beside)
ON CREATE SET way.created_at = $now, way.expired_at = $forever
SET way.distance = each.metres
