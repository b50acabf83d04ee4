// Which learnings helped? How often each was used for a step, and the best score of a trial that used it.
// $space: STRING  the tenant
// -> learning: STRING  what was learned
// -> steps: INTEGER  for which it was used
// -> best: FLOAT  score of the best trial that used it; null until one has ended
MATCH (learning:Clew {space: $space, kind: 'Learning'}) USING INDEX SEEK learning:Clew(space, kind)
MATCH (learning)<-[:USED]-(step:Episode)<-[:HAS_STEP]-(trial:Trial)
RETURN learning.text AS learning, count(DISTINCT step) AS steps, max(trial.score) AS best
ORDER BY best IS NULL, best DESC, steps DESC, learning
