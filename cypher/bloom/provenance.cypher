// Expand provenance: all that the selected memories rest on.
// scope: store
// $nodes: LIST<STRING>  element ids of the selected nodes
// -> way: PATH  from a memory to what it rests on
MATCH (memory:Clew) WHERE elementId(memory) IN $nodes
MATCH way = (memory)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]->(:Clew)
RETURN way LIMIT 1000
