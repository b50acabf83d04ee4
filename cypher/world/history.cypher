// The last steps of a run, newest first: all, or those after one action.
// $space: STRING  the tenant
// $run: STRING  the run
// $action: STRING  after which; null for any
// $most: INTEGER  how many
// $at: ZONED DATETIME  until when they were made
// -> id: STRING  the episode
// -> run: STRING  its run
// -> step: INTEGER  its place in the run
// -> action: STRING  what was done before
// -> text: STRING  what was observed
MATCH (episode:Clew {space: $space, session: $run})
WHERE episode:Episode AND episode.created_at <= $at AND ($action IS NULL OR episode.action = $action)
RETURN episode.id AS id, episode.session AS run, episode.position AS step, coalesce(episode.action, '') AS action, episode.text AS text
ORDER BY step DESC LIMIT $most
