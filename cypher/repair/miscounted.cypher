// Whether a space says another number of texts than it holds.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of verbatim texts
// -> id: STRING  of the space, where it does
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
WHERE coalesce(space.texts, -1) <> COUNT {
  MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind)
  WHERE text.space = $space AND text.kind IN $kinds
}
RETURN space.id AS id
