// Returns how far some sessions reach, and their turns; no row for a session that is not there.
// $space: STRING  the tenant
// $sessions: LIST<MAP>  name of each; begin and end: positions of the first of its turns that is asked for, and after the last
// -> session: STRING  its name
// -> length: INTEGER  the position after the last turn ever remembered
// -> holds_steps: BOOLEAN  whether it is that of a run or a trial
// -> last: INTEGER  the position of its last turn that is still there; null where none is
// -> turns: LIST<MAP{position: INTEGER, speaker: STRING, text: STRING, caption: STRING, corrected: LIST<STRING>}>  as far as they are there; corrected are digests of what was said in its place before
UNWIND $sessions AS asked
MATCH (session:Clew {space: $space, id: 'session:' + asked.name}) USING INDEX SEEK session:Clew(space, id)
RETURN asked.name AS session, session.length AS length, EXISTS { (session)-[:HAS_RUN]->() } OR EXISTS { (session)-[:HAS_TRIAL]->() } AS holds_steps,
       COLLECT {
         MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, session, position)
         WHERE turn.space = $space AND turn.session = asked.name AND turn.position < session.length
         RETURN turn.position ORDER BY turn.position DESC LIMIT 1
       }[0] AS last,
       COLLECT {
         MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, session, position)
         WHERE turn.space = $space AND turn.session = asked.name AND asked.begin <= turn.position < asked.end
         RETURN {position: turn.position, speaker: turn.speaker, text: turn.text, caption: turn.caption, corrected: coalesce(turn['corrected'], [])}
       } AS turns
