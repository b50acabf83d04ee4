// The versions of a statement: what replaced it, what it replaced, and so on, in the order in which they hold.
// $space: STRING  the tenant
// $id: STRING  of any version
// $forever: ZONED DATETIME  the open end
// -> id: STRING
// -> kind: STRING  its label
// -> text: STRING
// -> speaker: STRING  who said it; empty where nobody did
// -> session: STRING  the session in which it was said; empty where it was in none
// -> at: ZONED DATETIME  when it was said; null where that is not known
// -> valid_from: ZONED DATETIME  since when it holds
// -> valid_to: ZONED DATETIME  until when; null where that is open
// -> belief: FLOAT  0 to 1
// -> sources: LIST<STRING>  ids of what it rests on
// -> told: BOOLEAN  whether a caller told it, and named no source
// -> corrected_at: ZONED DATETIME  when it, or all that says it, was corrected or retracted; null where that is not so
// -> why: STRING  why it was retracted; empty where it was not retracted itself
MATCH (known:Clew {space: $space, id: $id}) USING INDEX SEEK known:Clew(space, id)
MATCH (known)-[:/*replaces*/REPLACED_BY/**/*0..]-(node:Clew)
WITH DISTINCT node
RETURN node.id AS id, node.kind AS kind, node.text AS text, coalesce(node.speaker, '') AS speaker, coalesce(node['session'], '') AS session,
  node.at AS at, node.valid_from AS valid_from, CASE WHEN node['retracted_at'] < node.valid_to THEN node.retracted_at WHEN node.valid_to < $forever THEN node.valid_to END AS valid_to,
  coalesce(node.belief, 1.0) AS belief,
  COLLECT { MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(source) RETURN DISTINCT source.id ORDER BY source.id } AS sources,
  node['told'] IS NOT NULL AS told, node['retracted_at'] AS corrected_at, coalesce(node['retracted_why'], '') AS why
ORDER BY node.valid_from, node.created_at, id
