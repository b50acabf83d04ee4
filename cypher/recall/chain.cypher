// The turns within two steps of the pool along NEXT, each with the turn that follows it.
// $space: STRING  the tenant
// $pool: LIST<STRING>  ids found by search
// -> turns: MAP{id: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>, following: LIST<STRING>}  each: its second since 1970, and the id of the next turn
UNWIND $pool AS id
MATCH (hit:Clew {space: $space, id: id}) USING INDEX SEEK hit:Clew(space, id)
MATCH (hit)-[:NEXT*0..2]-(turn)
WHERE turn.space = $space
WITH DISTINCT turn
WITH collect(turn) AS turns
RETURN {
  id: [turn IN turns | turn.id], session: [turn IN turns | turn.session], speaker: [turn IN turns | turn.speaker],
  second: [turn IN turns | turn.at.epochSeconds + turn.at.microsecond / 1000000.0],
  following: [turn IN turns | head([(turn)-[:NEXT]->(next) | next.id])]
} AS turns
