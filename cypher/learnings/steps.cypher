// The steps of a trial, in order.
// $space: STRING  the tenant
// $trial: STRING  its name
// -> id: STRING  of each
// -> text: STRING  of each
MATCH (trial:Clew {space: $space, id: 'trial:' + $trial})-[:HAS_STEP]->(step:Clew) USING INDEX SEEK trial:Clew(space, id)
RETURN step.id AS id, step.text AS text
ORDER BY step.position
