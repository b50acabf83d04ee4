// The statements that name somebody or something, or that a speaker made, those that hold since latest first.
// $space: STRING  the tenant
// $id: STRING  of the entity or topic; empty for none
// $speaker: STRING  of the speaker; empty for none
// $kinds: LIST<STRING>  labels of statements
// $forever: ZONED DATETIME  the open end
// $limit: INTEGER  how many are returned at most
// -> id: STRING
// -> kind: STRING  its label
// -> text: STRING
// -> speaker: STRING  who said it; empty where nobody did
// -> valid_from: ZONED DATETIME  since when it holds
// -> valid_to: ZONED DATETIME  until when; null where that is open
// -> created_at: ZONED DATETIME  since when memory believes it
// -> expired_at: ZONED DATETIME  until when; null where it believes it now
// -> belief: FLOAT  0 to 1
// -> sources: LIST<STRING>  ids of what it rests on
// -> replaced_by: LIST<STRING>  ids of what holds in its place
CALL () {
  MATCH (named:Clew {space: $space, id: $id}) USING INDEX SEEK named:Clew(space, id)
  MATCH (named)<-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]-(node:Clew)
  WHERE node.space = $space AND node.kind IN $kinds
  RETURN node
  UNION
  MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
  WHERE $speaker <> '' AND node.space = $space AND node.kind IN $kinds AND EXISTS {
    MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(said:Clew) WHERE said.speaker = $speaker
  }
  RETURN node
}
WITH DISTINCT node ORDER BY node.valid_from DESC, node.id LIMIT $limit
RETURN node.id AS id, node.kind AS kind, node.text AS text, coalesce(node.speaker, '') AS speaker,
  node.valid_from AS valid_from, CASE WHEN node.valid_to < $forever THEN node.valid_to END AS valid_to,
  node.created_at AS created_at, CASE WHEN node.expired_at < $forever THEN node.expired_at END AS expired_at,
  coalesce(node.belief, 1.0) AS belief,
  COLLECT { MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(source) RETURN DISTINCT source.id ORDER BY source.id } AS sources,
  COLLECT { MATCH (node)-[:/*replaces*/REPLACED_BY/**/]->(other) RETURN DISTINCT other.id ORDER BY other.id } AS replaced_by
ORDER BY node.valid_from DESC, id
