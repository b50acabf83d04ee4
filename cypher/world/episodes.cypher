// The observations that some triplets stem from, with how many of theirs these are; the newest first.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the triplets
// $without: LIST<STRING>  episodes that are left out, and others of the same text
// $vector: LIST<FLOAT>  of what is to be done; null where that is not known
// $at: ZONED DATETIME  until when they were made
// -> id: STRING  the episode
// -> run: STRING  its run
// -> step: INTEGER  its place in the run
// -> action: STRING  what was done before
// -> text: STRING  what was observed
// -> found: INTEGER  of the triplets given, those that stem from it
// -> all: INTEGER  triplets that stem from it
// -> similarity: FLOAT  0 to 1, of its text to what is to be done; 0 where that is not known
OPTIONAL MATCH (known:Clew {space: $space}) USING INDEX SEEK known:Clew(space, id)
WHERE known.id IN $without
WITH collect(known.text) AS known
UNWIND $ids AS id
MATCH (triplet:Clew {space: $space, id: id})-[:DERIVED_FROM]->(episode:Episode) USING INDEX SEEK triplet:Clew(space, id)
WHERE episode.created_at <= $at AND NOT episode.text IN known
WITH episode, count(DISTINCT triplet) AS found
RETURN episode.id AS id, episode.session AS run, episode.position AS step, coalesce(episode.action, '') AS action, episode.text AS text, found,
  COUNT { (episode)<-[:DERIVED_FROM]-(:Triplet) } AS all,
  CASE WHEN $vector IS NULL THEN 0.0 ELSE vector.similarity.cosine(episode.embedding, $vector) END AS similarity
ORDER BY episode.created_at DESC, run, step DESC
