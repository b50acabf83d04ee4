// What each of some learnings says, and what came of its use, or of the use of what it continues: the scores of the
// trials that used it and have ended.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the learnings
// $as_of: ZONED DATETIME  by when the trials had ended; the open end for now
// -> id: STRING  of each learning
// -> said: STRING  equal for learnings of the same cause, effect and relation
// -> scores: LIST<FLOAT>  of each trial, in the order of their ends
UNWIND $ids AS id
MATCH (learning:Clew {space: $space, id: id}) USING INDEX SEEK learning:Clew(space, id)
CALL (learning) {
  MATCH (learning)-[:CONTINUES*0..100]->(earlier:Clew)<-[:USED]-(:Clew)<-[:HAS_STEP]-(trial:Trial)
  WHERE trial.ended_at <= $as_of
  WITH DISTINCT trial ORDER BY trial.ended_at, trial.id
  RETURN collect(trial.score) AS scores
}
RETURN id, learning.statement_key + ' ' + learning.relation AS said, scores
