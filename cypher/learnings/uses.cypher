// What each of some learnings says, and what came of its use, or of the use of what it continues: the scores of the
// trials that used it and have ended.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the learnings
// $as_of: ZONED DATETIME  by when the trials had ended; the open end for now
// -> uses: MAP{id: LIST<STRING>, said: LIST<STRING>, scores: LIST<LIST<FLOAT>>}  each: what it says is equal for learnings of the same cause, effect and relation; scores in the order of the trials' ends
UNWIND $ids AS id
MATCH (learning:Clew {space: $space, id: id}) USING INDEX SEEK learning:Clew(space, id)
CALL (learning) {
  MATCH (learning)-[:CONTINUES*0..100]->(earlier:Clew)<-[:USED]-(:Clew)<-[:HAS_STEP]-(trial:Trial)
  WHERE trial.ended_at <= $as_of
  WITH DISTINCT trial ORDER BY trial.ended_at, trial.id
  RETURN collect(trial.score) AS scores
}
WITH collect(learning) AS learnings, collect(scores) AS scores
RETURN {
  id: [learning IN learnings | learning.id],
  said: [learning IN learnings | learning.statement_key + ' ' + learning.relation], scores: scores
} AS uses
