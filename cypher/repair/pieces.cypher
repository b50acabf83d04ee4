// Nodes that are a piece of something, where that is gone.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of what is always contained in something
// -> id: STRING  of each
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind IN $kinds
  AND NOT EXISTS { (node)<-[:/*contains*/HAS_EPISODE|HAD_EPISODE|HAS_PART|HAS_PASSAGE|HAS_RUN|HAS_SUBGOAL|HAS_STEP|HAS_SUMMARY|HAS_AREA|CONTAINS|HAS_SIGHTING|HAS_TRIAL|PRODUCED|HAS_LEARNING|HAS_TEXT/**/]-(:Clew) }
RETURN node.id AS id ORDER BY id
