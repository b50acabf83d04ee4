// What falls with some nodes: facts that nobody says any more, and what rests on these; and what is left of the others.
// A claim falls with any of its sources, because they say it together.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the nodes that are to be removed
// -> fallen: LIST<STRING>  ids of facts and reflections that nothing supports any more
// -> weakened: LIST<LIST<STRING>>  id of each other fact and the claim that it loses
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id})
WITH collect(node) AS doomed
CALL (doomed) {
  UNWIND doomed AS source
  MATCH (fact:Fact|Triplet)-[support:DERIVED_FROM]->(source)
  WHERE NOT fact IN doomed
  WITH fact, collect(DISTINCT support.claim) AS lost
  RETURN collect([fact, lost, NOT EXISTS { (fact)-[other:DERIVED_FROM]->() WHERE NOT other.claim IN lost }]) AS hit
}
WITH [node IN doomed WHERE node:Fact] AS given, hit, [each IN hit WHERE each[2] | each[0]] AS fallen
CALL (given, fallen) {
  UNWIND given + fallen AS fact
  MATCH (reflection:Reflection)-[support:DERIVED_FROM_FACT]->(fact)
  WHERE NOT reflection.id IN $ids
  WITH reflection, collect(DISTINCT support.claim) AS lost
  RETURN collect([reflection, lost, NOT EXISTS { (reflection)-[other:DERIVED_FROM_FACT]->() WHERE NOT other.claim IN lost }]) AS shaken
}
WITH hit + shaken AS all
RETURN [each IN all WHERE each[2] | each[0].id] AS fallen,
  reduce(pairs = [], each IN [each IN all WHERE NOT each[2]] | pairs + [claim IN each[1] | [each[0].id, claim]]) AS weakened
