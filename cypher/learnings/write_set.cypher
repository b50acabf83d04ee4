// Writes a learning set with its learnings, in place of the version before. To be called with the lock of the space.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $set: STRING  id of the set
// $number: INTEGER  of the version
// $text: STRING  what it is, in words
// $task: STRING  name of the task
// $environment: STRING  name of the environment
// $trial: STRING  name of the trial after which it is written; empty where it summarises others
// $previous: STRING  id of the version before; empty where there is none
// $summarised: LIST<STRING>  ids of the sets that it summarises
// $revision: STRING  token of this change
// $rows: LIST<MAP>  id, properties, grounds (claim and source, an id) and continues (ids) of each learning
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> rested: INTEGER  grounds that were found
MATCH (task:Clew {space: $space, id: 'task:' + $task}) USING INDEX SEEK task:Clew(space, id)
MATCH (environment:Clew {space: $space, id: 'environment:' + $environment}) USING INDEX SEEK environment:Clew(space, id)
CREATE (set:Clew:LearningSet {space: $space, id: $set})
SET set.kind = 'LearningSet', set.text = $text, set.number = $number, set.revision = $revision, set.created_at = $now,
  set.valid_from = $now, set.valid_to = $forever, set.expired_at = $forever
CREATE (set)-[:OF_TASK {created_at: $now, expired_at: $forever}]->(task)
CREATE (set)-[:IN_ENVIRONMENT {created_at: $now, expired_at: $forever}]->(environment)
WITH set
CALL (set) {
  MATCH (trial:Clew {space: $space, id: 'trial:' + $trial}) USING INDEX SEEK trial:Clew(space, id)
  CREATE (trial)-[:PRODUCED {created_at: $now, expired_at: $forever}]->(set)
}
CALL (set) {
  UNWIND $summarised AS id
  MATCH (one:Clew {space: $space, id: id}) USING INDEX SEEK one:Clew(space, id)
  CREATE (set)-[:SUMMARISES {claim: id, created_at: $now, expired_at: $forever}]->(one)
}
CALL (set) {
  MATCH (previous:Clew {space: $space, id: $previous}) USING INDEX SEEK previous:Clew(space, id)
  CALL (previous) {
    RETURN previous AS old
    UNION
    MATCH (previous)-[:HAS_LEARNING]->(old:Clew)
    RETURN old
  }
  CREATE (old)-[:REPLACED_BY {valid_to: old.valid_to, created_at: $now, expired_at: $forever}]->(set)
  SET old.valid_to = $now, old.expired_at = $now
}
CALL (set) {
  UNWIND $rows AS row
  CREATE (learning:Clew:Learning {space: $space, id: row.id})
  SET learning += row.properties, learning.kind = 'Learning', learning.space_key = $space_key, learning.created_at = $now,
    learning.valid_from = $now, learning.valid_to = $forever, learning.expired_at = $forever
  CREATE (set)-[:HAS_LEARNING {created_at: $now, expired_at: $forever}]->(learning)
  WITH learning, row
  CALL (learning, row) {
    UNWIND row.continues AS id
    MATCH (earlier:Clew {space: $space, id: id}) USING INDEX SEEK earlier:Clew(space, id)
    CREATE (learning)-[:CONTINUES {created_at: $now, expired_at: $forever}]->(earlier)
  }
  CALL (learning, row) {
    UNWIND row.grounds AS ground
    MATCH (source:Clew {space: $space, id: ground.source}) USING INDEX SEEK source:Clew(space, id)
    CREATE (learning)-[:DERIVED_FROM {claim: ground.claim, created_at: $now, expired_at: $forever}]->(source)
    RETURN count(*) AS found
  }
  RETURN sum(found) AS rested
}
RETURN rested
