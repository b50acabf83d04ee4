// What the best candidates hold, and what the nodes on their paths are called.
// An instant is given in parts: a whole one costs the driver ten times as much to read.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> nodes: LIST<MAP{id: STRING, kind: STRING, text: STRING, speaker: STRING, second: INTEGER, microsecond: INTEGER, session: STRING, document: STRING, title: STRING, position: INTEGER, caption: STRING, metadata: STRING, valid_from: ZONED DATETIME, valid_to: ZONED DATETIME, belief: FLOAT, sources: LIST<STRING>}>  each
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
RETURN collect({
  id: node.id, kind: node.kind, text: node.text, speaker: node.speaker,
  second: node.at.epochSeconds, microsecond: node.at.microsecond,
  session: node.session, document: node.document, title: node.title, position: node.position, caption: node.caption, metadata: node.metadata,
  valid_from: CASE WHEN node:/*dated*/Reflection|Fact|Triplet/**/ THEN node.valid_from END,
  valid_to: CASE WHEN node:/*dated*/Reflection|Fact|Triplet/**/ THEN node.valid_to END, belief: node.belief,
  sources: CASE WHEN node:/*derived*/Fact|Triplet|Reflection/**/ THEN COLLECT { MATCH (node)-[:/*rests on*/DERIVED_FROM|DERIVED_FROM_FACT/**/]->(source) RETURN DISTINCT source.id ORDER BY source.id } END
}) AS nodes
