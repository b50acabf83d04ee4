// Ends a trial with its score. One that has ended stays as it is; no row where there is no such trial. To be called with
// the lock of the space.
// $space: STRING  the tenant
// $trial: STRING  its name
// $score: FLOAT  what was reached, -100 to 100
// $outcome: STRING  what became of it; may be empty
// $revision: STRING  token of this change
// $now: ZONED DATETIME  the present instant
// -> score: FLOAT  with which it had ended before; null where it had not
// -> revision: STRING  token of its last change, this one where it was written
MATCH (trial:Clew {space: $space, id: 'trial:' + $trial}) USING INDEX SEEK trial:Clew(space, id)
WITH trial, trial['score'] AS score
CALL (trial, score) {
  UNWIND CASE WHEN score IS NULL THEN [1] ELSE [] END AS once
  SET trial.score = $score, trial.outcome = $outcome, trial.ended_at = $now, trial.revision = $revision
}
RETURN score, trial.revision AS revision
