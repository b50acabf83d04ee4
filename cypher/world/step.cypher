// When a step of a run was written.
// $space: STRING  the tenant
// $run: STRING  the run
// $step: INTEGER  its place in the run
// -> at: ZONED DATETIME  the instant
MATCH (episode:Clew {space: $space, session: $run, position: $step}) USING INDEX SEEK episode:Clew(space, session, position)
RETURN episode.created_at AS at
