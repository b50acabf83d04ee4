// Cuts what nodes are in words, where they are something else by now.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id of a node, and word (name of the entity that it is; null where the node is to be removed) of each
// -> id: STRING  of each entity that one of them was
UNWIND $rows AS row
MATCH (node:Clew {space: $space, id: row.id})-[old:/*instances*/INSTANCE_OF|PART_OF/**/]->(name:Clew) USING INDEX SEEK node:Clew(space, id)
WHERE name.name <> coalesce(row.word, '')
DELETE old
RETURN DISTINCT name.id AS id
