// What each of some learnings says, and what came of its use, or of the use of what it continues and does not deny:
// the scores of the trials that used it and have ended.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the learnings
// $as_of: ZONED DATETIME  by when the trials had ended; the open end for now
// -> said: MAP{id: LIST<STRING>, said: LIST<STRING>}  each: what it says is equal for learnings of the same cause, effect and relation
// -> scores: MAP{id: LIST<STRING>, scores: LIST<LIST<FLOAT>>}  each that was used or continues another: in the order of the trials' ends
MATCH (learning:Clew) USING INDEX SEEK learning:Clew(space, id)
WHERE learning.space = $space AND learning.id IN $ids
WITH collect(learning) AS learnings
CALL (learnings) {
  UNWIND [learning IN learnings WHERE EXISTS { (learning)-[:CONTINUES]->() } OR EXISTS { (learning)<-[:USED]-() }] AS learning
  MATCH (learning)-[:CONTINUES*0..]->(earlier:Clew)
  WHERE (earlier.relation = 'does not contribute') = (learning.relation = 'does not contribute')
  WITH DISTINCT learning, earlier // so that nodes are walked, not paths
  MATCH (earlier)<-[:USED]-(:Clew)<-[:HAS_STEP]-(trial:Trial)
  WHERE trial.ended_at <= $as_of
  WITH DISTINCT learning, trial ORDER BY trial.ended_at, trial.id
  WITH learning, collect(trial.score) AS scores
  WITH collect(learning) AS used, collect(scores) AS scores
  RETURN {id: [learning IN used | learning.id], scores: scores} AS scores
}
RETURN {
  id: [learning IN learnings | learning.id],
  said: [learning IN learnings | learning.statement_key + ' ' + learning.relation]
} AS said, scores
