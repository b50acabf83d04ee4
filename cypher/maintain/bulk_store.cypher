// The store's own node, for files that `neo4j-admin database import` reads.
// scope: store
// -> element: STRING  the node's, unique in the database
// -> properties: MAP  all of its properties
MATCH (store:ClewSchema {id: 'clew'})
RETURN elementId(store) AS element, properties(store) AS properties
