// Of some memories those that a recall as of an instant leaves out: they were corrected or retracted by then, or are
// corrections that came later, or facts that such corrections alone say, or were replaced then by what is retracted now.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the memories
// $as_of: ZONED DATETIME  the instant
// -> id: STRING  of each
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
WHERE node['retracted_at'] <= $as_of
  OR node.created_at > $as_of AND EXISTS { (node)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
  OR EXISTS { (node)-[link:REPLACED_BY]->(next:Clew) WHERE link['corrects'] IS NULL AND next['retracted_at'] > $as_of AND next.valid_from <= $as_of }
  OR EXISTS { (node)-[:DERIVED_FROM]->() } AND NOT EXISTS {
    (node)-[:DERIVED_FROM]->(source:Clew)
    WHERE source.created_at <= $as_of OR NOT EXISTS { (source)<-[link:REPLACED_BY]-() WHERE link['corrects'] }
  }
RETURN id
