// Show replaced: what the selected memories replaced, and what replaced them.
// scope: store
// $nodes: LIST<STRING>  element ids of the selected nodes
// -> way: PATH  from a memory to what it replaced or was replaced by
MATCH (memory:Clew) WHERE elementId(memory) IN $nodes
MATCH way = (memory)-[:/*replaces*/REPLACED_BY/**/*1..10]-(:Clew)
RETURN way LIMIT 1000
