// The store's own node, for files that `neo4j-admin database import` reads.
// $instants: LIST<STRING>  names of the properties that are instants
// scope: store
// -> id: STRING  the node's
// -> element: STRING  the node's, unique in the database
// -> values: LIST<LIST<ANY>>  name and value of each other property
// -> instants: LIST<LIST<STRING>>  name and text of each instant
MATCH (store:ClewSchema {id: 'clew'})
RETURN store.id AS id, elementId(store) AS element,
  [name IN keys(store) WHERE NOT name IN $instants | [name, store[name]]] AS values,
  [name IN keys(store) WHERE name IN $instants | [name, toString(store[name])]] AS instants
