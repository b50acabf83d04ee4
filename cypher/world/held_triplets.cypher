// Which triplets memory needs no vector for: those that are believed, and those whose text has one.
// $space: STRING  the tenant
// $rows: LIST<MAP>  of each triplet: its statement key, and its text
// $forever: ZONED DATETIME  the open end
// -> key: STRING  the statement key of such a triplet
UNWIND $rows AS row
MATCH (known:Clew {space: $space, statement_key: row.key}) USING INDEX SEEK known:Clew(space, statement_key)
WHERE known:Triplet AND (known.expired_at = $forever OR known.text = row.text AND known.embedding IS NOT NULL)
RETURN DISTINCT row.key AS key
