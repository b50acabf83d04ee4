// Returns whether a space has documents, and so titles to look for in texts.
// $space: STRING  the tenant
// -> found: BOOLEAN  true where it has
RETURN EXISTS { MATCH (document:Clew) USING INDEX SEEK document:Clew(space, kind) WHERE document.space = $space AND document.kind = 'Document' } AS found
