// Whether Graph Data Science is installed.
// scope: server
// -> installed: BOOLEAN  true where it is
SHOW FUNCTIONS YIELD name
WHERE name = 'gds.version'
RETURN count(*) > 0 AS installed
