// What would lose its ground if a memory were forgotten? All that rests on it, directly or by what rests on it.
// $space: STRING  the tenant
// $id: STRING  of the memory
// -> steps: INTEGER  between the two
// -> kind: STRING  of what rests on it
// -> text: STRING  of what rests on it
MATCH (ground:Clew {space: $space, id: $id}) USING INDEX SEEK ground:Clew(space, id)
MATCH way = (ground)<-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/*1..4]-(derived:Clew)
RETURN min(length(way)) AS steps, derived.kind AS kind, derived.text AS text
ORDER BY steps, kind, text
