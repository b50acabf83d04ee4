// Neighbourhood of $id in $space: a memory with all that it is joined to.
// $space: STRING  the tenant
// $id: STRING  of the memory
// -> near: PATH  from the memory to a neighbour
MATCH (memory:Clew {space: $space, id: $id}) USING INDEX SEEK memory:Clew(space, id)
MATCH near = (memory)--(:Clew)
RETURN near LIMIT 1000
