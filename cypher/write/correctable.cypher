// What a memory holds that may be corrected or retracted, and whether it was.
// $space: STRING  the tenant
// $id: STRING  of the memory
// -> kind: STRING  its label
// -> text: STRING  what it says
// -> speaker: STRING  who said it; null where nobody did
// -> at: ZONED DATETIME  when; null where that is not known
// -> caption: STRING  what its image shows; null of what is no turn
// -> session: STRING  its session's name; null of what is no turn
// -> position: INTEGER  its place there; null of what is no turn, or was corrected
// -> metadata: STRING  what was stored with it, as JSON; null of what is no turn
// -> is_step: BOOLEAN  whether an agent did or saw it
// -> valid_from: ZONED DATETIME  since when it holds; null of what holds for no time
// -> key: STRING  its statement_key; null where it has none
// -> about: STRING  whom or what a caller told it of; null where nobody did
// -> is_retracted: BOOLEAN  whether it, or all that says it, was corrected or retracted
// -> why: STRING  why it was retracted; null where it was not retracted itself
// -> taken: LIST<STRING>  ids of what it rests on and was corrected or retracted
// -> corrections: LIST<MAP{id: STRING, text: STRING}>  what it was corrected to, and what that was, and so on
MATCH (node:Clew {space: $space, id: $id}) USING INDEX SEEK node:Clew(space, id)
RETURN node.kind AS kind, node.text AS text, node.speaker AS speaker, node.at AS at, node['caption'] AS caption,
  node['session'] AS session, node['position'] AS position, node['metadata'] AS metadata,
  node['action'] IS NOT NULL OR EXISTS { (node)<-[:HAS_STEP]-() } AS is_step,
  node['valid_from'] AS valid_from, node['statement_key'] AS key, node['about'] AS about,
  node['retracted_at'] IS NOT NULL AS is_retracted, node['retracted_why'] AS why, COLLECT {
    MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(source:Clew)
    WHERE source['retracted_at'] IS NOT NULL
    RETURN DISTINCT source.id ORDER BY source.id
  } AS taken, COLLECT {
    MATCH way = (node)-[:REPLACED_BY*1..200 {corrects: true}]->(next:Clew)
    RETURN {id: next.id, text: next.text} ORDER BY length(way)
  } AS corrections
