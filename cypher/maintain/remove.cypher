// Removes nodes with all their relationships, one after the other. What stood before one is followed by what stood after
// it; what it had replaced is replaced by what replaced it, or beside it, and holds again where nothing does.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> id: STRING  of each removed node
// -> kind: STRING  its kind
// -> session: STRING  the session of a turn; null of what is none
// -> relationships: INTEGER  how many fewer there are
// -> ended: LIST<STRING>  ids of what it had replaced, whose end has changed
// -> revived: LIST<STRING>  those of them that nothing replaces now
// -> words: LIST<STRING>  ids of the entities that it spoke of by name or by topic, where something is about their word
OPTIONAL MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.marks = space.marks + 1 // no world is as it was
WITH DISTINCT 0 AS once
UNWIND $ids AS id
CALL (id) {
  MATCH (gone:Clew {space: $space, id: id}) USING INDEX SEEK gone:Clew(space, id)
  CALL (gone) {
    MATCH (before:Clew)-[:/*follows*/NEXT|CONTINUES/**/]->(gone)-[link:/*follows*/NEXT|CONTINUES/**/]->(after:Clew)
    WHERE before <> after AND NOT EXISTS { (before)-[:/*follows*/NEXT|CONTINUES/**/]->(after) }
    CREATE (before)-[:$(type(link)) {created_at: $now, expired_at: $forever}]->(after)
    RETURN count(*) AS joined
  }
  CALL (gone) {
    MATCH (old:Clew)-[link:/*replaces*/REPLACED_BY/**/]->(gone)-[:/*replaces*/REPLACED_BY/**/]->(next:Clew)
    WHERE old <> next AND NOT EXISTS { (old)-[:/*replaces*/REPLACED_BY/**/]->(next) }
    CREATE (old)-[kept:$(type(link))]->(next)
    SET kept = properties(link)
    RETURN count(*) AS kept
  }
  CALL (gone) {
    MATCH (old:Clew)-[:/*replaces*/REPLACED_BY/**/]->(gone)
    CALL (old, gone) {
      MATCH (old)-[link:/*replaces*/REPLACED_BY/**/]->(next:Clew)
      RETURN max(link.valid_to) AS until, collect(CASE WHEN next <> gone THEN next.valid_from END) AS starts
    }
    SET old.valid_to = reduce(until = coalesce(until, $forever), start IN starts | CASE WHEN start < until THEN start ELSE until END),
        old.expired_at = CASE starts WHEN [] THEN $forever ELSE old.expired_at END
    RETURN collect(old.id) AS ended, collect(CASE starts WHEN [] THEN old.id END) AS revived
  }
  WITH gone, gone.kind AS kind, gone.session AS session, COUNT { (gone)--() } - joined - kept AS relationships, ended, revived,
    COLLECT { MATCH (gone)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(word:Entity) WHERE word.topic IS NOT NULL RETURN DISTINCT word.id } AS words
  DETACH DELETE gone
  RETURN kind, session, relationships, ended, revived, words
}
RETURN id, kind, session, relationships, ended, revived, words
