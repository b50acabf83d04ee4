// The two turns before and the two after each turn of the pool, along NEXT.
// $space: STRING  the tenant
// $pool: LIST<STRING>  ids found by search
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// -> chains: MAP{ids: LIST<LIST<STRING>>, session: LIST<STRING>, speakers: LIST<LIST<STRING>>, seconds: LIST<LIST<FLOAT>>}  each in its order, the turn of the pool in the middle: null where a session begins or ends, and the seconds since 1970
UNWIND $pool AS id
MATCH (hit:Clew {space: $space, id: id}) USING INDEX SEEK hit:Clew(space, id)
OPTIONAL MATCH (before)-[:NEXT]->(hit) WHERE before.space = $space
OPTIONAL MATCH (earlier)-[:NEXT]->(before) WHERE earlier.space = $space
OPTIONAL MATCH (hit)-[:NEXT]->(after) WHERE after.space = $space
OPTIONAL MATCH (after)-[:NEXT]->(later) WHERE later.space = $space
WITH collect([earlier, before, hit, after, later]) AS chains
RETURN {
  ids: [turns IN chains | [turn IN turns | turn.id]], session: [turns IN chains | turns[2].session],
  speakers: [turns IN chains | [turn IN turns | turn.speaker]],
  seconds: [turns IN chains | [turn IN turns | CASE WHEN $timed THEN (turn.at.epochMillis * 1000 + turn.at.microsecond % 1000) / 1000000.0 END]]
} AS chains
