// What is to be forgotten by its id, with its place in the chain.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> id: STRING  of each that is there
// -> session: STRING  its session's name; null for what is no turn
// -> before: STRING  id of the turn before it, or null
// -> after: STRING  id of the turn after it, or null
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id})
WHERE turn.kind IN ['Episode', 'Passage', 'Fact', 'Triplet', 'Reflection']
OPTIONAL MATCH (before:Clew)-[:NEXT]->(turn)
OPTIONAL MATCH (turn)-[:NEXT]->(after:Clew)
RETURN turn.id AS id, turn.session AS session, before.id AS before, after.id AS after
