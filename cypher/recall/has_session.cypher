// Whether a space has a session.
// $space: STRING  the tenant
// $session: STRING  the session's name
// -> found: BOOLEAN  true where it has
RETURN EXISTS { MATCH (:Clew {space: $space, id: 'session:' + $session}) } AS found
