// The last steps of a run, newest first: all, or those after one action.
// $space: STRING  the tenant
// $run: STRING  the run
// $action: STRING  after which; null for any
// $most: INTEGER  how many
// $at: ZONED DATETIME  until when they were made
// $vector: LIST<FLOAT>  of a text to which they may be alike; null for none
// -> id: STRING  the episode
// -> run: STRING  its run
// -> step: INTEGER  its place in the run
// -> action: STRING  what was done before
// -> text: STRING  what was observed
// -> score: FLOAT  0 to 1, of that text to the one given; 0 where none is
MATCH (episode:Clew {space: $space, session: $run}) USING INDEX SEEK episode:Clew(space, session, position)
WHERE episode:Episode AND episode.position >= 0 AND episode.created_at <= $at AND ($action IS NULL OR episode.action = $action)
WITH episode ORDER BY episode.space DESC, episode.session DESC, episode.position DESC LIMIT $most // as the index is ordered
RETURN episode.id AS id, episode.session AS run, episode.position AS step, coalesce(episode.action, '') AS action, episode.text AS text,
  CASE WHEN $vector IS NULL THEN 0.0 ELSE vector.similarity.cosine(episode.embedding, $vector) END AS score
ORDER BY step DESC
