// Version 1 to 2: every space knows how many texts it holds, and that it is open.
// scope: store
// -> nothing
MATCH (space:Clew {id: 'space'})
SET space.closed = false, space.texts = COUNT {
  MATCH (text:Clew) USING INDEX SEEK text:Clew(space, kind)
  WHERE text.space = space.space AND text.kind IN ['Episode', 'Passage']
}
