// A memory whole, with the memories that it is joined to.
// $space: STRING  the tenant
// $id: STRING  of the memory
// $links: INTEGER  relationships that are returned at most
// $opening: INTEGER  characters of each joined text
// -> kind: STRING  its label
// -> text: STRING  its text
// -> properties: MAP  all that it holds
// -> links: LIST<MAP{type: STRING, outgoing: BOOLEAN, id: STRING, kind: STRING, text: STRING}>  each relationship: whether it leaves the memory, and the opening of what stands at its other end
MATCH (node:Clew {space: $space, id: $id}) USING INDEX SEEK node:Clew(space, id)
RETURN node.kind AS kind, node.text AS text, node {.*, embedding: null} AS properties,
       COLLECT {
         MATCH (node)-[link]-(other:Clew)
         WHERE other.space = $space
         RETURN {type: type(link), outgoing: startNode(link) = node, id: other.id, kind: other.kind, text: left(other.text, $opening)}
         ORDER BY type(link), other.id LIMIT $links
       } AS links
