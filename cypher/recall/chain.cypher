// The turns within two steps of the pool along NEXT, each with the turn that follows it.
// $space: STRING  the tenant
// $pool: LIST<STRING>  ids found by search
// -> turns: LIST<MAP{id: STRING, session: STRING, speaker: STRING, second: FLOAT, following: STRING}>  second since 1970, and the id of the next turn
UNWIND $pool AS id
MATCH (hit:Clew {space: $space, id: id}) USING INDEX SEEK hit:Clew(space, id)
MATCH (hit)-[:NEXT*0..2]-(turn)
WHERE turn.space = $space
WITH DISTINCT turn
OPTIONAL MATCH (turn)-[:NEXT]->(following)
RETURN collect({id: turn.id, session: turn.session, speaker: turn.speaker, second: turn.at.epochSeconds + turn.at.microsecond / 1000000.0, following: following.id}) AS turns
