// What answers: Neo4j's version and edition.
// scope: server
// -> version: STRING  such as 2026.01.4
// -> edition: STRING  community or enterprise
CALL dbms.components() YIELD name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
