// The facts on somebody or something, whenever they were believed: what was believed at an instant is told apart afterwards.
// $space: STRING  the tenant
// $known_at: ZONED DATETIME  the instant
// $things: LIST<STRING>  ids of the entities that stand for it
// $words: STRING  the full-text query for facts that have its names
// $limit: INTEGER  facts with its names that are looked at
// -> id: STRING  of each fact
// -> topics: LIST<STRING>  names of what else it was about then
// -> is_joined: BOOLEAN  whether it is joined to one of the entities
CALL () {
  UNWIND $things AS id
  MATCH (thing:Clew {space: $space, id: id})<-[:MENTIONS]-(fact:Fact) USING INDEX SEEK thing:Clew(space, id)
  RETURN fact
  UNION
  CALL db.index.fulltext.queryNodes('clew_text', $words, {limit: $limit}) YIELD node AS fact
  WHERE fact.space = $space AND fact.kind = 'Fact'
  RETURN fact
}
RETURN fact.id AS id, COLLECT {
  MATCH (fact)-[about:ABOUT_CONCEPT]->(topic:Clew) WHERE about.created_at <= $known_at AND NOT topic.id IN $things
  RETURN topic.text ORDER BY topic.text
} AS topics, EXISTS { (fact)-[:MENTIONS]->(thing:Clew) WHERE thing.id IN $things } AS is_joined
ORDER BY id
