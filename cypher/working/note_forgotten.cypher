// Gives runs of which a step is forgotten a new revision: who holds one of before must read it anew to go on with it.
// $space: STRING  the tenant
// $ids: LIST<STRING>  what is forgotten
// -> nothing
UNWIND $ids AS id
MATCH (gone:Clew {space: $space, id: id}) USING INDEX SEEK gone:Clew(space, id)
MATCH (run:Run)-[:HAS_SUBGOAL]->(:Subgoal)-[:HAS_STEP]->(gone)
SET run.revision = randomUUID()
