// How many steps a run has.
// $space: STRING  the tenant
// $run: STRING  the run
// -> length: INTEGER  its steps; 0 where there is no such run
OPTIONAL MATCH (run:Clew {space: $space, id: 'session:' + $run}) USING INDEX SEEK run:Clew(space, id)
RETURN coalesce(run.length, 0) AS length
