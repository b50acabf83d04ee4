// What is derived from some texts and facts, and what those are derived from; what was replaced is left out.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the texts and facts
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $forever: ZONED DATETIME  the open end
// -> nodes: MAP{id: LIST<STRING>, kind: LIST<STRING>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>}  each that was reached: its session or document, and its second since 1970
// -> edges: LIST<MAP{source: STRING, type: STRING, target: STRING}>  from what is derived to what it rests on, by id
UNWIND $ids AS id
MATCH (given:Clew {space: $space, id: id}) USING INDEX SEEK given:Clew(space, id)
MATCH (given)-[relation:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]-(other:Clew)
WHERE other.space = $space AND other.valid_from <= $as_of AND (other.expired_at = $forever OR other.valid_to > $as_of)
WITH collect(DISTINCT other) AS nodes, collect(DISTINCT {source: startNode(relation).id, type: type(relation), target: endNode(relation).id}) AS edges
RETURN {
  id: [node IN nodes | node.id], kind: [node IN nodes | node.kind],
  session: [node IN nodes | coalesce(node.session, node.document)], speaker: [node IN nodes | node.speaker],
  second: [node IN nodes | (node.at.epochMillis * 1000 + node.at.microsecond % 1000) / 1000000.0]
} AS nodes, edges
