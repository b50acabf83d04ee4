// The observations that some triplets stem from, with how many of theirs these are; the newest first.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the triplets
// $without: LIST<STRING>  episodes that are left out, and others of the same text
// $vector: LIST<FLOAT>  of what is to be done; null where that is not known
// $at: ZONED DATETIME  until when they were made
// -> step: MAP{id: STRING, run: STRING, step: INTEGER, action: STRING, text: STRING, score: FLOAT}  the episode, its run and place in that, what was done before and observed then; score: 0 to 1, the text's similarity to what is to be done, 0 where that is not known
// -> found: INTEGER  of the triplets given, those that stem from it
// -> all: INTEGER  triplets that stem from it
OPTIONAL MATCH (known:Clew {space: $space}) USING INDEX SEEK known:Clew(space, id)
WHERE known.id IN $without
WITH collect(known.text) AS known
UNWIND $ids AS id
MATCH (triplet:Clew {space: $space, id: id})-[:DERIVED_FROM]->(episode:Episode) USING INDEX SEEK triplet:Clew(space, id)
WHERE episode.created_at <= $at AND NOT episode.text IN known
WITH episode, count(DISTINCT triplet) AS found
RETURN {id: episode.id, run: episode.session, step: episode.position, action: coalesce(episode.action, ''), text: episode.text,
  score: CASE WHEN $vector IS NULL THEN 0.0 ELSE vector.similarity.cosine(episode.embedding, $vector) END} AS step,
  found, COUNT { (episode)<-[:DERIVED_FROM]-(:Triplet) } AS all
ORDER BY episode.created_at DESC, episode.session, episode.position DESC
