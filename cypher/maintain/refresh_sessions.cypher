// Rebuilds what sessions keep of their turns: when they begin, who speaks, who is addressed by which name, other names of
// speakers that consolidation learnt of them, and the opening words. A session that keeps no words, as a run through a world does, gets none.
// $space: STRING  the tenant
// $sessions: LIST<STRING>  their names
// $longest: INTEGER  characters of a session's own full text that are kept
// -> nothing
UNWIND $sessions AS name
MATCH (session:Clew {space: $space, id: 'session:' + name}) USING INDEX SEEK session:Clew(space, id)
CALL (name) {
  MATCH (turn:Clew) USING INDEX SEEK turn:Clew(space, session, position)
  WHERE turn.space = $space AND turn.session = name AND turn.position >= 0
  WITH turn ORDER BY turn.position
  RETURN collect(turn) AS turns, collect(DISTINCT turn.speaker) AS speakers
}
SET session.at = turns[0].at, session.speakers = COLLECT {
  UNWIND speakers AS speaker
  WITH speaker WHERE speaker <> ''
  RETURN speaker ORDER BY speaker
}, session.addressed = COLLECT {
  UNWIND turns AS turn
  UNWIND coalesce(turn['addresses'], []) AS called
  WITH DISTINCT called + ' by ' + turn.speaker AS each
  RETURN each ORDER BY each
}, session.learnt_aliases = nullIf(COLLECT {
  UNWIND turns AS turn
  UNWIND coalesce(turn['learnt_aliases'], []) AS alias
  RETURN DISTINCT alias ORDER BY alias
}, []), session.session_text = CASE session.session_text WHEN '' THEN '' ELSE left(reduce(words = '', turn IN turns |
  CASE WHEN size(words) >= $longest THEN words ELSE words +
    CASE turn.speaker WHEN '' THEN '' ELSE turn.speaker + ': ' END + turn.text +
    CASE turn.caption WHEN '' THEN '' ELSE ' [image: ' + turn.caption + ']' END + '\n' END), $longest) END
