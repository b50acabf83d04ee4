// Whether a space has a session.
// $space: STRING  the tenant
// $session: STRING  the session's name
// -> found: BOOLEAN  true where it has
RETURN EXISTS { MATCH (session:Clew {space: $space, id: 'session:' + $session}) USING INDEX SEEK session:Clew(space, id) } AS found
