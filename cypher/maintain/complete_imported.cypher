// Gives nodes of a bulk import the lists that files cannot hold: empty ones, and those of one empty text. In batches; may be
// repeated.
// scope: store
// -> nothing
MATCH (node:$('ClewImported'))
CALL (node) {
  FOREACH (name IN coalesce(node.empty_lists, []) | SET node[name] = [])
  FOREACH (name IN coalesce(node.empty_texts, []) | SET node[name] = [''])
  REMOVE node.empty_lists, node.empty_texts, node:ClewImported
} IN TRANSACTIONS OF 1000 ROWS
