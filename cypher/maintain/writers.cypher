// The processes that write into a space, the longest first: that holds the space's lock, the others wait for it.
// $space: STRING  the tenant
// -> process: STRING  which, and where it runs
// -> seconds: FLOAT  since it began its transaction
// -> limit: FLOAT  seconds after which the server ends that; null where an older Clew does not say
SHOW TRANSACTIONS YIELD metaData, elapsedTime
WHERE metaData.space = $space
RETURN metaData.process AS process, elapsedTime.milliseconds / 1000.0 AS seconds, toFloat(metaData.seconds) AS limit
ORDER BY seconds DESC LIMIT 1
