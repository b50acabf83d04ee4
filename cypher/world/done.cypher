// The last time that each action of some kinds was done in a run, newest first.
// $space: STRING  the tenant
// $run: STRING  the run
// $verbs: LIST<STRING>  how the actions begin: a word, or several
// $most: INTEGER  steps of the run that are looked back on
// $at: ZONED DATETIME  until when they were made
// -> id: STRING  the episode
// -> run: STRING  its run
// -> step: INTEGER  its place in the run
// -> action: STRING  what was done before
// -> text: STRING  what was observed
MATCH (episode:Clew {space: $space, session: $run}) USING INDEX SEEK episode:Clew(space, session, position)
WHERE episode:Episode AND episode.position >= 0 AND episode.created_at <= $at
WITH episode ORDER BY episode.space DESC, episode.session DESC, episode.position DESC LIMIT $most // as the index is ordered
WHERE any(verb IN $verbs WHERE episode.action + ' ' STARTS WITH verb + ' ')
WITH episode.action AS action, head(collect(episode)) AS last
RETURN last.id AS id, last.session AS run, last.position AS step, action, last.text AS text
ORDER BY step DESC
