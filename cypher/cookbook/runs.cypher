// What did an agent work on, and how did it end? Each run with its subgoals in order.
// $space: STRING  the tenant
// -> goal: STRING  what was to be reached
// -> outcome: STRING  what became of it; null where it is not over
// -> met: BOOLEAN  whether it was reached
// -> subgoals: LIST<STRING>  milestones, in order, each with its number of steps
MATCH (run:Clew {space: $space, kind: 'Run'}) USING INDEX SEEK run:Clew(space, kind)
RETURN run.goal AS goal, run.outcome AS outcome, run.met AS met, COLLECT {
    MATCH (run)-[:HAS_SUBGOAL]->(subgoal:Subgoal)
    WITH subgoal ORDER BY subgoal.number
    RETURN subgoal.text + ' (' + COUNT { (subgoal)-[:HAS_STEP]->() } + ')'
  } AS subgoals
ORDER BY run.at, goal
