// Which Graph Data Science the server has loaded; fails where it has none.
// scope: server
// -> version: STRING  such as 2.26.0
RETURN gds.version() AS version
