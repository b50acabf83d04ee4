// Finds the facts that say the same as some statements, those that are close to them, believed or replaced, those that
// they name as replaced, and all that replaced these or was replaced by them. One row for each statement, in their order.
// $space: STRING  the tenant
// $rows: LIST<MAP>  key (statement_key), claim (what names its texts), vector, and replaces (ids) of each statement
// $most: INTEGER  close facts per statement: of those that are believed, and of those that are not
// $forever: ZONED DATETIME  the open end
// -> near: LIST<MAP{id: STRING, key: STRING, text: STRING, since: ZONED DATETIME, until: ZONED DATETIME, at: ZONED DATETIME, similarity: FLOAT, stated: BOOLEAN, retracted: BOOLEAN, following: LIST<STRING>, said: LIST<MAP{claim: STRING, source: STRING, at: ZONED DATETIME}>, vector: LIST<FLOAT>}>  per statement; similarity is a cosine, stated tells whether the same texts have stated it, retracted whether it was corrected, following are the facts that replace it, and said its claims, each with its first text
CYPHER 25
UNWIND range(0, size($rows) - 1) AS number
WITH number, $rows[number] AS row
CALL (row) {
  MATCH (same:Clew) USING INDEX SEEK same:Clew(space, statement_key)
  WHERE same.space = $space AND same.statement_key = row.key AND same.kind = 'Fact'
  RETURN collect(same) AS equal
}
CALL (row) {
  UNWIND row.replaces AS id
  MATCH (named_fact:Clew {space: $space, id: id}) USING INDEX SEEK named_fact:Clew(space, id)
  WHERE named_fact.kind = 'Fact'
  RETURN collect(named_fact) AS named
}
CALL (row) {
  MATCH (close:Clew)
  SEARCH close IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE close.space = $space AND close.kind = 'Fact' AND close.expired_at = $forever
    LIMIT $most
  ) SCORE AS score
  RETURN collect(close) AS believed
}
CALL (row) {
  MATCH (far:Clew)
  SEARCH far IN (
    VECTOR INDEX clew_vector FOR row.vector
    WHERE far.space = $space AND far.kind = 'Fact' AND far.expired_at < $forever
    LIMIT $most
  ) SCORE AS score
  RETURN collect(far) AS ended
}
WITH number, row, equal + named + believed + ended AS found
CALL (row, found) {
  UNWIND found AS fact
  MATCH (fact)-[:REPLACED_BY*0..200]->(after:Fact)
  WITH row, found, collect(DISTINCT after) AS following
  UNWIND found AS fact
  MATCH (fact)<-[:REPLACED_BY*0..200]-(before:Fact)
  WITH row, following, collect(DISTINCT before) AS preceding
  UNWIND following + preceding AS member
  WITH DISTINCT row, member
  RETURN collect({
    id: member.id, key: member.statement_key, text: member.text, since: member.valid_from,
    until: coalesce(COLLECT { MATCH (member)-[link:REPLACED_BY]->() RETURN max(link.valid_to) }[0], member.valid_to), at: member.at,
    similarity: 2 * vector.similarity.cosine(member.embedding, row.vector) - 1,
    stated: EXISTS { (member)-[:DERIVED_FROM {claim: row.claim}]->() },
    retracted: member['retracted_at'] IS NOT NULL,
    following: COLLECT { MATCH (member)-[:REPLACED_BY]->(next:Fact) WHERE next['retracted_at'] IS NULL RETURN next.id ORDER BY next.id },
    said: COLLECT {
      MATCH (member)-[support:DERIVED_FROM]->(source)
      WITH support.claim AS claim, source ORDER BY source.at, source.id
      WITH claim, collect(source) AS sources
      RETURN {claim: claim, source: sources[0].id, at: sources[-1].at}
    },
    vector: member.embedding
  }) AS near
}
RETURN near
ORDER BY number
