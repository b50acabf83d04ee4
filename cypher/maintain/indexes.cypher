// The state of our constraints' and searches' indexes.
// scope: store
// -> name: STRING  the index
// -> state: STRING  ONLINE, POPULATING or FAILED
// -> percent: FLOAT  how far it has been built
SHOW INDEXES YIELD name, state, populationPercent
WHERE name STARTS WITH 'clew_'
RETURN name, state, populationPercent AS percent
