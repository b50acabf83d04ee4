// The learnings of some sets that were not retracted, with what each rests on.
// $space: STRING  the tenant
// $ids: LIST<STRING>  ids of the sets
// -> id: STRING  of each learning
// -> key: STRING  its statement_key
// -> relation: STRING  empty for free text
// -> vector: LIST<FLOAT>  of its text
// -> grounds: LIST<MAP{claim: STRING, source: STRING}>  what it rests on
UNWIND $ids AS id
MATCH (set:Clew {space: $space, id: id})-[:HAS_LEARNING]->(learning:Clew) USING INDEX SEEK set:Clew(space, id)
WHERE learning['retracted_at'] IS NULL
RETURN learning.id AS id, learning.statement_key AS key, learning.relation AS relation, learning.embedding AS vector, COLLECT {
  MATCH (learning)-[ground:DERIVED_FROM]->(source)
  RETURN {claim: ground.claim, source: source.id} ORDER BY ground.claim, source.id
} AS grounds
ORDER BY set.number, learning.number
