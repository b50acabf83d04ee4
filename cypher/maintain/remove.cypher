// Removes nodes with all their relationships, one after the other. What stood before one is followed by what stood after
// it; what it had replaced is replaced by what replaced it, or beside it, and holds again where nothing does. What it had
// corrected takes its place among what replaces each other, and holds again where what says it does.
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
    MATCH (old:Clew)-[link:/*replaces*/REPLACED_BY/**/]->(gone)-[after:/*replaces*/REPLACED_BY/**/]->(next:Clew)
    WHERE old <> next AND NOT EXISTS { (old)-[:/*replaces*/REPLACED_BY/**/]->(next) } AND (link['corrects'] OR after['corrects'] IS NULL
      AND NOT EXISTS { (gone)<-[correction:/*replaces*/REPLACED_BY/**/]-() WHERE correction['corrects'] })
    CREATE (old)-[kept:$(type(link))]->(next)
    SET kept = CASE WHEN link['corrects'] THEN properties(after) ELSE properties(link) END
    RETURN count(*) AS kept
  }
  CALL (gone) {
    MATCH (before:Clew)-[link:/*replaces*/REPLACED_BY/**/]->(gone)<-[correction:/*replaces*/REPLACED_BY/**/]-(old:Clew)
    WHERE correction['corrects'] AND link['corrects'] IS NULL
    CREATE (before)-[moved:$(type(link))]->(old)
    SET moved = properties(link)
    RETURN count(*) AS moved
  }
  CALL (gone) {
    MATCH (old:Clew)-[correction:/*replaces*/REPLACED_BY/**/]->(gone)
    WHERE correction['corrects'] AND NOT EXISTS { (old)-[another:/*replaces*/REPLACED_BY/**/]->(next) WHERE next <> gone AND another['corrects'] }
      AND (NOT EXISTS { (old)-[:DERIVED_FROM]->() } OR EXISTS { (old)-[:DERIVED_FROM]->(source) WHERE source['retracted_at'] IS NULL })
    SET old.retracted_at = NULL
  }
  CALL (gone) {
    MATCH (old:Clew)-[:/*replaces*/REPLACED_BY/**/]->(gone)
    CALL (old, gone) {
      MATCH (old)-[link:/*replaces*/REPLACED_BY/**/]->(next:Clew)
      RETURN max(link.valid_to) AS until,
        collect(CASE WHEN next <> gone AND link['corrects'] IS NULL AND next['retracted_at'] IS NULL THEN next.valid_from END) AS starts
    }
    WITH old, until, starts, old['retracted_at'] IS NULL AS holds
    SET old.valid_to = reduce(until = coalesce(until, $forever), start IN starts | CASE WHEN start < until THEN start ELSE until END),
        old.expired_at = CASE WHEN holds AND starts = [] THEN $forever ELSE old.expired_at END
    RETURN collect(old.id) AS ended, collect(CASE WHEN holds AND starts = [] THEN old.id END) AS revived
  }
  WITH gone, gone.kind AS kind, gone.session AS session, COUNT { (gone)--() } - joined - kept - moved AS relationships, ended, revived,
    COLLECT { MATCH (gone)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(word:Entity) WHERE word.topic IS NOT NULL RETURN DISTINCT word.id } AS words
  DETACH DELETE gone
  RETURN kind, session, relationships, ended, revived, words
}
RETURN id, kind, session, relationships, ended, revived, words
