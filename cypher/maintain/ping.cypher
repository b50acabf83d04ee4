// Whether a database answers.
// scope: server
// -> alive: BOOLEAN  true
RETURN true AS alive
