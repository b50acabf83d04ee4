// The tasks that agents worked on, the latest first, each with its subgoals and their steps.
// $space: STRING  the tenant
// $limit: INTEGER  how many are returned at most
// -> id: STRING  of the run
// -> goal: STRING  what was to be reached
// -> outcome: STRING  what became of it; empty while it goes on
// -> met: BOOLEAN  whether it was reached; null where that is not known
// -> at: ZONED DATETIME  when it began
// -> subgoals: LIST<MAP{number: INTEGER, text: STRING, summary: STRING, met: BOOLEAN, steps: LIST<MAP{id: STRING, action: STRING, text: STRING}>}>  milestones, in order
MATCH (run:Clew) USING INDEX SEEK run:Clew(space, kind)
WHERE run.space = $space AND run.kind = 'Run'
WITH run ORDER BY run.at DESC, run.id LIMIT $limit
RETURN run.id AS id, run.goal AS goal, coalesce(run['outcome'], '') AS outcome, run['met'] AS met, run.at AS at, COLLECT {
    MATCH (run)-[:HAS_SUBGOAL]->(subgoal:Subgoal)
    OPTIONAL MATCH (subgoal)-[:HAS_SUMMARY]->(summary:Summary)
    WITH subgoal, collect(summary)[0] AS summary ORDER BY subgoal.number
    RETURN {number: subgoal.number, text: subgoal.text, summary: coalesce(summary.text, ''), met: summary['met'], steps: COLLECT {
        MATCH (subgoal)-[:HAS_STEP]->(step:Episode)
        WITH step ORDER BY step.position
        RETURN {id: step.id, action: coalesce(step['action'], ''), text: step.text}
      }}
  } AS subgoals
ORDER BY at DESC, id
