// What a space holds, in short; no row where nothing was ever remembered in it.
// $space: STRING  the tenant
// -> closed: BOOLEAN  whether the space is being forgotten
// -> speakers: LIST<STRING>  who speaks in it
// -> texts: INTEGER  episodes and passages
// -> kinds: LIST<STRING>  which of what is searched it has
MATCH (space:Clew {space: $space, id: 'space'})
RETURN space.closed AS closed, space.speakers AS speakers, space.texts AS texts, COLLECT {
  UNWIND ['Episode', 'Fact', 'Triplet', 'Reflection', 'Passage'] AS kind
  WITH kind
  WHERE EXISTS { MATCH (text:Clew) WHERE text.space = $space AND text.kind = kind }
  RETURN kind
} AS kinds
