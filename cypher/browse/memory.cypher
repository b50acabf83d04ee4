// A memory whole, with the memories that it is joined to; none whose time to live is over.
// $space: STRING  the tenant
// $id: STRING  of the memory
// $links: INTEGER  relationships that are returned at most
// $opening: INTEGER  characters of each joined text
// -> kind: STRING  its label
// -> text: STRING  its text
// -> properties: MAP  all that it holds
// -> links: LIST<MAP{type: STRING, outgoing: BOOLEAN, id: STRING, kind: STRING, text: STRING}>  each relationship: whether it leaves the memory, and the opening of what stands at its other end
MATCH (node:Clew {space: $space, id: $id}) USING INDEX SEEK node:Clew(space, id)
WHERE NOT EXISTS { (node)<-[:HAS_TEXT]-{0,1}(item:Clew) WHERE item.expires_at <= datetime() }
RETURN node.kind AS kind, node.text AS text, node {.*, embedding: null} AS properties,
       COLLECT {
         MATCH (node)-[link]-(other:Clew)
         WHERE other.space = $space AND NOT EXISTS { (other)<-[:HAS_TEXT]-{0,1}(item:Clew) WHERE item.expires_at <= datetime() }
         RETURN {type: type(link), outgoing: startNode(link) = node, id: other.id, kind: other.kind, text: left(other.text, $opening)}
         ORDER BY type(link), other.id LIMIT $links
       } AS links
