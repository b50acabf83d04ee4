// What the best candidates hold, and what the nodes on their paths are called.
// An instant is given in parts: a whole one costs the driver ten times as much to read.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// -> nodes: LIST<MAP>  id, kind, text, speaker, second, microsecond, session, document, title, position, caption and metadata of each
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id})
RETURN collect({
  id: node.id, kind: node.kind, text: node.text, speaker: node.speaker,
  second: node.at.epochSeconds, microsecond: node.at.microsecond,
  session: node.session, document: node.document, title: node.title, position: node.position, caption: node.caption, metadata: node.metadata
}) AS nodes
