// Waits until every index is built.
// $seconds: INTEGER  how long at most
// scope: store
// -> nothing
CALL db.awaitIndexes($seconds)
