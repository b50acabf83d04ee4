// What is derived from some texts and facts, and what those are derived from; what was replaced is left out.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the texts and facts
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $forever: ZONED DATETIME  the open end
// -> nodes: LIST<MAP{id: STRING, session: STRING, speaker: STRING, second: FLOAT, kind: STRING}>  each that was reached: its session or document, and its second since 1970
// -> edges: LIST<MAP{source: STRING, type: STRING, target: STRING}>  from what is derived to what it rests on, by id
UNWIND $ids AS id
MATCH (given:Clew {space: $space, id: id}) USING INDEX SEEK given:Clew(space, id)
MATCH (given)-[relation:/*rests on*/DERIVED_FROM|DERIVED_FROM_FACT/**/]-(other:Clew)
WHERE other.space = $space AND other.valid_from <= $as_of AND (other.expired_at = $forever OR other.valid_to > $as_of)
WITH collect(DISTINCT other) AS others, collect(DISTINCT {source: startNode(relation).id, type: type(relation), target: endNode(relation).id}) AS edges
RETURN [node IN others | {id: node.id, session: coalesce(node.session, node.document), speaker: node.speaker, second: node.at.epochSeconds + node.at.microsecond / 1000000.0, kind: node.kind}] AS nodes, edges
