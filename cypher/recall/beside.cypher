// What stands beside the hits of a conversation: what rests on them, what they rest on, and the two turns before and the two after the best, along NEXT.
// The turns that hits rest on have their neighbours, too. What was replaced is left out.
// $space: STRING  the tenant
// $ids: LIST<STRING>  turns and facts; none where nothing rests on turns
// $turns: LIST<STRING>  those whose neighbours are wanted
// $asked: LIST<STRING>  turns of which is asked whom they name; none where the question names nobody of a group
// $people: LIST<MAP>  of each whom the question names: names, in small letters, which are found fast; and pattern, a regular expression of a text that has one of them as a word
// $as_of: ZONED DATETIME  when what rests on something shall hold; the open end for now
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// -> nodes: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>}  each that rests on one, or that one rests on: its session or document, and its second since 1970
// -> edges: LIST<MAP{source: STRING, type: STRING, target: STRING}>  from what is derived to what it rests on, by id
// -> chains: MAP{ids: LIST<LIST<STRING>>, session: LIST<STRING>, speakers: LIST<LIST<STRING>>, seconds: LIST<LIST<FLOAT>>}  five turns each, in their order: null where a session begins or ends, and the seconds since 1970
// -> mentions: LIST<MAP{id: STRING, named: LIST<INTEGER>}>  of each turn that names some of the people their places
CALL () {
  UNWIND $ids AS id
  MATCH (given:Clew {space: $space, id: id}) USING INDEX SEEK given:Clew(space, id)
  MATCH (given)-[relation:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]-(other:Clew)
  WHERE other.space = $space AND other.valid_from <= $as_of AND (other.expired_at = $forever OR other.valid_to > $as_of)
  RETURN collect(DISTINCT other) AS nodes, collect(DISTINCT {source: startNode(relation).id, type: type(relation), target: endNode(relation).id}) AS edges
}
CALL () {
  UNWIND $turns AS id
  MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
  RETURN collect(turn) AS turns
}
CALL (nodes, turns) {
  UNWIND turns + [node IN nodes WHERE node:Episode] AS hit
  WITH DISTINCT hit
  OPTIONAL MATCH (before)-[:NEXT]->(hit) WHERE before.space = $space
  OPTIONAL MATCH (earlier)-[:NEXT]->(before) WHERE earlier.space = $space
  OPTIONAL MATCH (hit)-[:NEXT]->(after) WHERE after.space = $space
  OPTIONAL MATCH (after)-[:NEXT]->(later) WHERE later.space = $space
  RETURN collect([earlier, before, hit, after, later]) AS chains
}
CALL () {
  UNWIND $asked AS id
  MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
  WITH turn.id AS id, turn.text AS text, toLower(turn.text) AS small
  WITH id, [place IN range(0, size($people) - 1)
    WHERE any(name IN $people[place].names WHERE small CONTAINS name) AND text =~ $people[place].pattern] AS named
  WHERE size(named) > 0
  RETURN collect({id: id, named: named}) AS mentions
}
RETURN {
  id: [node IN nodes | node.id], kind: [node IN nodes | node.kind],
  session: [node IN nodes | coalesce(node.session, node.document)], speaker: [node IN nodes | node.speaker],
  second: [node IN nodes | CASE WHEN $timed THEN (node.at.epochMillis * 1000 + node.at.microsecond % 1000) / 1000000.0 END]
} AS nodes, edges, {
  ids: [chain IN chains | [turn IN chain | turn.id]], session: [chain IN chains | chain[2].session],
  speakers: [chain IN chains | [turn IN chain | turn.speaker]],
  seconds: [chain IN chains | [turn IN chain | CASE WHEN $timed THEN (turn.at.epochMillis * 1000 + turn.at.microsecond % 1000) / 1000000.0 END]]
} AS chains, mentions
