// What is derived from some texts and facts, and what those are derived from; what was replaced is left out.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the texts and facts
// $as_of: ZONED DATETIME  when they shall hold; the open end for now
// $forever: ZONED DATETIME  the open end
// -> nodes: LIST<LIST<ANY>>  id, session, speaker, second since 1970 and kind of each that was reached
// -> edges: LIST<LIST<STRING>>  id of what is derived, the relation's type, id of what from
UNWIND $ids AS id
MATCH (given:Clew {space: $space, id: id}) USING INDEX SEEK given:Clew(space, id)
MATCH (given)-[relation:/*rests on*/DERIVED_FROM|DERIVED_FROM_FACT/**/]-(other:Clew)
WHERE other.space = $space AND other.valid_from <= $as_of AND (other.expired_at = $forever OR other.valid_to > $as_of)
WITH collect(DISTINCT other) AS others, collect(DISTINCT [startNode(relation).id, type(relation), endNode(relation).id]) AS edges
RETURN [node IN others | [node.id, coalesce(node.session, node.document), node.speaker, node.at.epochSeconds + node.at.microsecond / 1000000.0, node.kind]] AS nodes, edges
