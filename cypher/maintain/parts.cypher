// A page of nodes and of all their parts, those first that have no parts themselves.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes
// $limit: INTEGER  in a page
// -> id: STRING  of a node or part
// -> whole: STRING  id of the node that it is, or is a part of
// -> characters: INTEGER  of its text
UNWIND $ids AS id
MATCH (whole:Clew {space: $space, id: id})-[:/*contains*/HAS_EPISODE|HAD_EPISODE|HAS_PART|HAS_PASSAGE|HAS_RUN|HAS_SUBGOAL|HAS_STEP|HAS_SUMMARY|HAS_AREA|CONTAINS|HAS_SIGHTING|HAS_TRIAL|PRODUCED|HAS_LEARNING|HAS_TEXT/**/*0..]->(part:Clew) USING INDEX SEEK whole:Clew(space, id)
WITH DISTINCT part, whole
WITH part, whole, EXISTS { (part)-[:/*contains*/HAS_EPISODE|HAD_EPISODE|HAS_PART|HAS_PASSAGE|HAS_RUN|HAS_SUBGOAL|HAS_STEP|HAS_SUMMARY|HAS_AREA|CONTAINS|HAS_SIGHTING|HAS_TRIAL|PRODUCED|HAS_LEARNING|HAS_TEXT/**/]->() } AS is_whole
ORDER BY is_whole LIMIT $limit
RETURN part.id AS id, whole.id AS whole, size(part.text) AS characters
ORDER BY is_whole
