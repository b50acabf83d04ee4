// Whether a bulk import has left nodes that are not complete yet.
// scope: store
// -> found: BOOLEAN
RETURN EXISTS { MATCH (node:$('ClewImported')) } AS found
