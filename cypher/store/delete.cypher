// Deletes items with their texts, and the namespaces in which nothing is left.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of items; one that is gone already is passed over
// -> deleted: INTEGER  items
CALL () {
  UNWIND $ids AS id
  MATCH (item:Clew {space: $space, id: id}) USING INDEX SEEK item:Clew(space, id)
  MATCH (item)-[:IN_NAMESPACE]->(place:Clew)
  OPTIONAL MATCH (item)-[:HAS_TEXT]->(text:Clew)
  WITH item, place, collect(text) AS texts
  FOREACH (text IN texts | DETACH DELETE text)
  DETACH DELETE item
  RETURN count(*) AS deleted, collect(DISTINCT place) AS places
}
CALL (places) {
  UNWIND places AS place
  MATCH (place)-[:WITHIN]->*(above:Clew)
  WITH DISTINCT above
  WHERE NOT EXISTS { (above)<-[:WITHIN]-*(:Clew)<-[:IN_NAMESPACE]-(:Clew) }
  DETACH DELETE above
}
RETURN deleted
