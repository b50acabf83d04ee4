// What came of the use of some learnings, or of what each continues: the scores of the trials that used them and have ended.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the learnings
// $as_of: ZONED DATETIME  by when the trials had ended; the open end for now
// -> id: STRING  of each learning that was used
// -> scores: LIST<FLOAT>  of each trial, in the order of their ends
UNWIND $ids AS id
MATCH (learning:Clew {space: $space, id: id}) USING INDEX SEEK learning:Clew(space, id)
MATCH (learning)-[:CONTINUES*0..100]->(earlier:Clew)<-[:USED]-(:Clew)<-[:HAS_STEP]-(trial:Trial)
WHERE trial.ended_at <= $as_of
WITH DISTINCT id, trial ORDER BY trial.ended_at, trial.id
RETURN id, collect(trial.score) AS scores
