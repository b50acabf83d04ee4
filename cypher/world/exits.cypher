// The exits that lead nobody knows where: of one place, or of all.
// $space: STRING  the tenant
// $name: STRING  the place, normalised; null for all
// $at: ZONED DATETIME  when
// $doubted: LIST<STRING>  ids of statements that may have held otherwise than their ends tell
// $believed: LIST<STRING>  those of them that held by what was believed then
// -> place: STRING  name
// -> directions: LIST<STRING>  in the order of the alphabet
CALL () {
  UNWIND CASE WHEN $name IS NULL THEN ['Triplet'] ELSE [] END AS kind // else none is looked at
  MATCH (exit:Clew {space: $space, kind: kind}) USING INDEX SEEK exit:Clew(space, kind)
  WHERE exit.predicate = 'has exit' OR exit.predicate STARTS WITH 'leads '
  RETURN exit
  UNION
  MATCH (given:Clew {space: $space, id: 'entity:' + $name}) USING INDEX SEEK given:Clew(space, id)
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  WITH coalesce(meant, given) AS place
  MATCH (place)<-[:SUBJECT]-(exit:Triplet)
  WHERE exit.predicate = 'has exit' OR exit.predicate STARTS WITH 'leads '
  RETURN exit
}
CALL (exit) { // by itself the server scans all relationships of the type where it counted few
  MATCH (place)<-[:SUBJECT]-(exit)
  RETURN place
}
WITH *
WHERE exit.direction IS NOT NULL AND (exit.created_at <= $at AND exit.expired_at > $at AND NOT exit.id IN $doubted OR exit.id IN $believed)
  AND NOT EXISTS {
    MATCH (place)<-[:OBJECT]-(way:Triplet)
    WHERE way.made IS NOT NULL AND (way.created_at <= $at AND way.expired_at > $at AND NOT way.id IN $doubted OR way.id IN $believed)
      AND (way.direction = exit.direction OR EXISTS { (exit)-[:OBJECT]->()<-[:SUBJECT]-(way) }) // it is named by where it leads
  }
WITH place.name AS place, exit.direction AS direction ORDER BY direction
RETURN place, collect(DISTINCT direction) AS directions ORDER BY place
