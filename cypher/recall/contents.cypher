// What a space holds, in short; no row where nothing was ever remembered in it.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of what is searched
// -> closed: BOOLEAN  whether the space is being forgotten
// -> speakers: LIST<STRING>  who speaks in it
// -> texts: INTEGER  verbatim texts
// -> kinds: LIST<STRING>  which of what is searched it has
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
RETURN space.closed AS closed, space.speakers AS speakers, space.texts AS texts, COLLECT {
  UNWIND $kinds AS kind
  WITH kind
  WHERE EXISTS { MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind) WHERE text.space = $space AND text.kind = kind }
  RETURN kind
} AS kinds
