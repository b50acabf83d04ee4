// Of some memories those that a recall as of an instant leaves out: they were corrected by then, or are corrections that
// came later, or facts that such corrections alone say.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the memories
// $as_of: ZONED DATETIME  the instant
// -> id: STRING  of each
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
WHERE node['retracted_at'] <= $as_of
  OR node.created_at > $as_of AND EXISTS { (node)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
  OR EXISTS { (node)-[:DERIVED_FROM]->() } AND NOT EXISTS {
    (node)-[:DERIVED_FROM]->(source:Clew)
    WHERE source.created_at <= $as_of OR NOT EXISTS { (source)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
  }
RETURN id
