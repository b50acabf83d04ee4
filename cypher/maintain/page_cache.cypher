// The size of the server's page cache, as it was set.
// scope: server
// -> size: STRING  such as 512.00MiB; null where the server chose it
SHOW SETTINGS 'server.memory.pagecache.size' YIELD value
RETURN value AS size
