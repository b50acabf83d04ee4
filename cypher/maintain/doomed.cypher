// The turns and passages that are to be forgotten, with their places in the chain.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> id: STRING  of each that is there
// -> session: STRING  its session's name; null for a passage
// -> before: STRING  id of the turn before it, or null
// -> after: STRING  id of the turn after it, or null
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id})
WHERE turn.kind IN ['Episode', 'Passage']
OPTIONAL MATCH (before:Clew)-[:NEXT]->(turn)
OPTIONAL MATCH (turn)-[:NEXT]->(after:Clew)
RETURN turn.id AS id, turn.session AS session, before.id AS before, after.id AS after
