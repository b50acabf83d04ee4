// What the best candidates hold, and what the nodes on their paths are called.
// An instant is given in parts, milliseconds since 1970 and the microseconds after them: a whole one costs the driver ten
// times as much to read, and the server rounds the seconds of before 1970 up.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// $answering: LIST<STRING>  speakers who answer questions: of their turns the one before is looked at
// $opening: INTEGER  characters of that
// $as_of: ZONED DATETIME  what was learnt later of an end, of belief and of sources is left out; null for now
// $best: LIST<STRING>  ids of those that are told what they may correct, where they are short turns
// $short: INTEGER  characters of these, at most
// $direction: LIST<FLOAT>  that of turns that correct; null: none is looked for
// $threshold: FLOAT  their cosine with it, at least
// $back: INTEGER  turns before such a turn, among which is the one of its speaker that it is most like
// $farther: FLOAT  of their cosine, which is taken away for each turn between
// -> nodes: MAP{id: LIST<STRING>, kind: LIST<STRING>, text: LIST<STRING>, speaker: LIST<STRING>, millisecond: LIST<INTEGER>, microsecond: LIST<INTEGER>, session: LIST<STRING>, document: LIST<STRING>, title: LIST<STRING>, position: LIST<INTEGER>, caption: LIST<STRING>, metadata: LIST<STRING>, offset: LIST<INTEGER>, happens: LIST<LIST<STRING>>, corrects: LIST<STRING>}  each; the offset of its speaker is in seconds
// -> statements: MAP{id: LIST<STRING>, valid_from: LIST<LIST<INTEGER>>, valid_to: LIST<LIST<INTEGER>>, belief: LIST<FLOAT>, sources: LIST<LIST<STRING>>, cited: LIST<LIST<STRING>>, told: LIST<BOOLEAN>}  of those that hold for a time, or rest on others
// -> replies: MAP{id: LIST<STRING>, replied_to: LIST<STRING>}  of those that answer a question
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
WITH collect(node) AS nodes
WITH nodes, [node IN nodes WHERE (node:/*dated*/Reflection|Fact|Triplet|Run|Sighting|LearningSet|Learning/**/) OR (node:/*derived*/Fact|Triplet|Summary|Reflection|LearningSet|Learning/**/)] AS stated,
  CASE WHEN size($answering) > 0 THEN [node IN nodes WHERE node.speaker IN $answering AND node:Episode] ELSE [] END AS answers
RETURN {
  id: [node IN nodes | node.id], kind: [node IN nodes | node.kind], text: [node IN nodes | node.text],
  speaker: [node IN nodes | node.speaker], session: [node IN nodes | node.session], caption: [node IN nodes | node.caption],
  document: [node IN nodes | node.document], title: [node IN nodes | node.title], position: [node IN nodes | coalesce(node.position, node['was_at'])],
  millisecond: [node IN nodes | node.at.epochMillis], microsecond: [node IN nodes | node.at.microsecond % 1000],
  metadata: [node IN nodes | node.metadata], offset: [node IN nodes | node.at.offsetSeconds],
  happens: [node IN nodes | node['happens']],
  corrects: [node IN nodes | CASE WHEN node.id IN $best AND node:Episode AND size(node.text) <= $short AND size(node.embedding) = size($direction)
    AND 2 * vector.similarity.cosine(node.embedding, $direction) - 1 >= $threshold THEN COLLECT {
    MATCH (earlier:Clew) USING INDEX SEEK earlier:Clew(space, session, position)
    WHERE earlier.space = $space AND earlier.session = node.session AND earlier.position >= node.position - $back AND earlier.position < node.position
    WITH collect(earlier) AS before
    WHERE NOT any(turn IN before WHERE turn.position = node.position - 1 AND turn.speaker <> node.speaker AND turn.text CONTAINS '?') // it answers
    UNWIND [turn IN before WHERE turn:Episode AND turn.speaker = node.speaker AND NOT turn.text CONTAINS '?' AND size(turn.embedding) = size($direction)] AS turn
    RETURN turn.id ORDER BY 2 * vector.similarity.cosine(turn.embedding, node.embedding) + $farther * turn.position DESC LIMIT 1
  }[0] END]
} AS nodes, {
  id: [node IN stated | node.id],
  belief: [node IN stated | CASE WHEN $as_of IS NULL OR NOT (node:/*derived*/Fact|Triplet|Summary|Reflection|LearningSet|Learning/**/) THEN node.belief ELSE coalesce(COLLECT {
    MATCH (node)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(source)
    WHERE support.belief IS NOT NULL
    WITH coalesce(support.claim, elementId(support)) AS claim, support.belief AS belief, max(source.at) AS at
    WHERE coalesce(at <= $as_of, true) OR node.at > $as_of // what was said later holds then by what it says
    WITH belief ORDER BY claim
    WITH collect(belief) AS beliefs WHERE size(beliefs) > 0
    RETURN 1 - reduce(doubt = 1.0, belief IN beliefs | doubt * (1 - belief))
  }[0], node.belief) END],
  valid_from: [node IN stated | CASE WHEN node:/*dated*/Reflection|Fact|Triplet|Run|Sighting|LearningSet|Learning/**/ THEN [node.valid_from.epochMillis, node.valid_from.microsecond % 1000] END],
  valid_to: [node IN stated | CASE WHEN node:/*dated*/Reflection|Fact|Triplet|Run|Sighting|LearningSet|Learning/**/ THEN head([until IN [
    CASE WHEN node.valid_to > $as_of AND node.at > $as_of THEN NULL
      WHEN node.valid_to > $as_of AND node.expired_at.year < 9999 // the end that it had before it was replaced
      THEN head(COLLECT { MATCH (node)-[link:REPLACED_BY]->() RETURN link.valid_to ORDER BY link.valid_to DESC LIMIT 1 }) ELSE node.valid_to END
  ] WHERE until IS NOT NULL | [until.epochMillis, until.microsecond % 1000]]) END],
  sources: [node IN stated | CASE WHEN node:/*derived*/Fact|Triplet|Summary|Reflection|LearningSet|Learning/**/ THEN COLLECT { MATCH (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(source) WHERE coalesce(source.at <= $as_of, true) OR node.at > $as_of RETURN DISTINCT source.id ORDER BY source.id } END],
  cited: [node IN stated | CASE WHEN node:Fact THEN COLLECT { MATCH (node)-[support:DERIVED_FROM]->(source) WHERE coalesce(source.at <= $as_of, true) OR node.at > $as_of RETURN DISTINCT coalesce(support['part'], source.id) AS id ORDER BY id } END],
  told: [node IN stated | node['told'] IS NOT NULL]
} AS statements, {
  id: [node IN answers | node.id],
  replied_to: [node IN answers | COLLECT { MATCH (before:Clew)-[:NEXT]->(node) WHERE NOT before.speaker IN $answering RETURN left(before.text, $opening) }[0]]
} AS replies
