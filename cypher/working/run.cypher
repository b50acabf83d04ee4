// A run with its subgoals and steps, in order.
// $space: STRING  the tenant
// $run: STRING  the run
// -> goal: STRING  what shall be reached
// -> observation: STRING  what was seen before the first step
// -> length: INTEGER  steps that it has had
// -> outcome: STRING  what became of it; null while it goes on
// -> met: BOOLEAN  whether it was reached; null where nobody said
// -> revision: STRING  token of its last change
// -> subgoals: LIST<MAP{number: INTEGER, text: STRING, retrieved: LIST<INTEGER>, summary: STRING, met: BOOLEAN, author: STRING, steps: LIST<MAP{number: INTEGER, action: STRING, text: STRING, prompt_tokens: INTEGER}>}>  each subgoal; summary, met and author are null where it has no summary
MATCH (run:Clew {space: $space, id: 'run:' + $run}) USING INDEX SEEK run:Clew(space, id)
MATCH (session:Clew {space: $space, id: 'session:' + $run}) USING INDEX SEEK session:Clew(space, id)
RETURN run.goal AS goal, run.observation AS observation, session.length AS length, run['outcome'] AS outcome, run['met'] AS met,
  run.revision AS revision, COLLECT {
    MATCH (run)-[:HAS_SUBGOAL]->(subgoal)
    OPTIONAL MATCH (subgoal)-[:HAS_SUMMARY]->(summary)
    WITH subgoal, summary ORDER BY subgoal.number
    RETURN {number: subgoal.number, text: subgoal.text, retrieved: subgoal.retrieved,
      summary: summary.text, met: summary['met'], author: summary.extractor, steps: COLLECT {
        MATCH (subgoal)-[:HAS_STEP]->(step)
        WITH step ORDER BY step.position
        RETURN {number: step.position, action: step.action, text: step.text, prompt_tokens: coalesce(step['prompt_tokens'], 0)}
      }}
  } AS subgoals
