// What rests on this: all that would lose ground if the selected memories were forgotten.
// scope: store
// $nodes: LIST<STRING>  element ids of the selected nodes
// -> way: PATH  from a memory to what rests on it
MATCH (memory:Clew) WHERE elementId(memory) IN $nodes
MATCH way = (memory)<-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]-(:Clew)
RETURN way LIMIT 1000
