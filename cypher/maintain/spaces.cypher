// Every space of the store.
// scope: store
// -> space: STRING  its name
MATCH (space:Clew {id: 'space'})
RETURN space.space AS space
ORDER BY space
