// Whether somebody else's nodes already carry our label.
// scope: store
// -> found: BOOLEAN  true where a node has the label Clew
RETURN EXISTS { MATCH (:Clew) } AS found
