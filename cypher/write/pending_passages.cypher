// Returns the passages that are not consolidated, document by document.
// $space: STRING  the tenant
// -> id: STRING  the passage
// -> document: STRING  its document
// -> position: INTEGER  its place there
// -> failure: STRING  why it failed; null where it did not
MATCH (passage:Clew) USING INDEX SEEK passage:Clew(space, kind)
WHERE passage.space = $space AND passage.kind = 'Passage' AND passage.consolidated_at IS NULL
RETURN passage.id AS id, passage.document AS document, passage.position AS position, passage.failure AS failure
ORDER BY document, position
