// The state of our constraints' and searches' indexes.
// scope: store
// -> name: STRING  the index
// -> state: STRING  ONLINE, POPULATING or FAILED
// -> dimensions: INTEGER  of the vectors of a vector index; null of the others
SHOW INDEXES YIELD name, state, options
WHERE name STARTS WITH 'clew_'
RETURN name, state, options.indexConfig['vector.dimensions'] AS dimensions
