// Writes the episode of an observation as the next step of its run, and the run with its first step.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $run: STRING  the run, which is a session
// $step: INTEGER  its place in the run
// $episode: MAP  properties of the episode: decision is the walk that its action began, empty within one, or null without; embedding is null where memory holds the text already
// $now: ZONED DATETIME  the instant of the lock
// $forever: ZONED DATETIME  the open end
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
OPTIONAL MATCH (same:Clew {space: $space, statement_key: $episode.statement_key}) USING INDEX SEEK same:Clew(space, statement_key)
WITH space, head(collect(same.embedding)) AS vector
MERGE (run:Clew {space: $space, id: 'session:' + $run})
ON CREATE SET run:Session, run.kind = 'Session', run.space_key = $space_key, run.text = $run, run.at = $now,
  run.speakers = [], run.addressed = [], run.session_text = '', run.pending = false, run.created_at = $now
SET space.texts = space.texts + 1, space.runs = coalesce(space.runs, 0) + CASE WHEN run.number IS NULL THEN 1 ELSE 0 END
SET run.number = coalesce(run.number, space.runs), run.length = $step + 1
CREATE (episode:Clew:Episode {space: $space, id: 'episode:' + $run + '/' + $step})
SET episode += $episode,
    episode.kind = 'Episode', episode.space_key = $space_key, episode.session = $run, episode.position = $step,
    episode.embedding = coalesce($episode.embedding, vector), episode.at = $now, episode.valid_from = $now, episode.valid_to = $forever,
    episode.created_at = $now, episode.expired_at = $forever, episode.consolidated_at = $now
CREATE (run)-[:HAS_EPISODE {created_at: $now, expired_at: $forever}]->(episode)
WITH episode
CALL () {
  MATCH (before:Clew) USING INDEX SEEK before:Clew(space, session, position)
  WHERE before.space = $space AND before.session = $run AND before.position < $step
  RETURN before ORDER BY before.space DESC, before.session DESC, before.position DESC LIMIT 1 // as the index is ordered
}
CREATE (before)-[:NEXT {created_at: $now, expired_at: $forever}]->(episode)
