// What is stored of a session: how far it reaches, and its turns.
// $space: STRING  the tenant
// $session: STRING  the session's name
// $end: INTEGER  the position after the last turn that is asked for
// -> length: INTEGER  the position after the last turn ever remembered
// -> last: INTEGER  the position of its last turn that is still there; null where none is
// -> turns: LIST<LIST<ANY>>  position, speaker, text and caption of each
MATCH (session:Clew {space: $space, id: 'session:' + $session})
RETURN session.length AS length,
       COLLECT {
         MATCH (turn:Clew)
         WHERE turn.space = $space AND turn.session = $session AND turn.position < session.length
         RETURN turn.position ORDER BY turn.position DESC LIMIT 1
       }[0] AS last,
       COLLECT {
         MATCH (turn:Clew)
         WHERE turn.space = $space AND turn.session = $session AND turn.position < $end
         RETURN [turn.position, turn.speaker, turn.text, turn.caption]
       } AS turns
