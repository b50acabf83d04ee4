// The last time that each of some actions was tried in a run where the player is now, since anything that is believed of this place, of
// what is carried or of what the action names began or ended; none where the place is unknown. And, in rows of their own, how often each of
// them, and each walk, was decided on when all that is believed of the world was as it is now.
// $space: STRING  the tenant
// $run: STRING  the run
// $actions: LIST<STRING>  as they are sent
// $walk: STRING  how the decision for a walk begins
// $names: LIST<LIST<STRING>>  of each action what it may name, normalised
// $player: STRING  who acts
// $inventory: STRING  the name of what is carried
// $most: INTEGER  steps of the run that are looked back on
// $at: ZONED DATETIME  when
// $forever: ZONED DATETIME  the open end
// -> action: STRING  one that was tried, or decided on
// -> times: INTEGER  how often it was decided on in just this state of the world; 0 where the row tells how it was tried
// -> step: INTEGER  the place of that in the run
// -> text: STRING  what was observed then
// -> known: BOOLEAN  whether memory had the same text before
// -> moved: BOOLEAN  whether it led to another place
// -> new: LIST<MAP{subject: STRING, predicate: STRING, object: STRING}>  triplets that were not believed before
// -> ended: LIST<MAP{subject: STRING, predicate: STRING, object: STRING}>  triplets that it ended
CYPHER 25
MATCH (arrival:Clew {space: $space, session: $run}) USING INDEX SEEK arrival:Clew(space, session, position)
WHERE arrival.position >= 0 AND arrival.place <> '' AND arrival.created_at <= $at
WITH arrival ORDER BY arrival.space DESC, arrival.session DESC, arrival.position DESC LIMIT 1 // as the index is ordered
MATCH (place:Clew {space: $space, id: 'entity:' + arrival.place}) USING INDEX SEEK place:Clew(space, id)
OPTIONAL MATCH (place)-[:SAME_AS]->(meant:Entity)
WITH coalesce(meant, place) AS here
CALL (here) {
  RETURN here AS thing
  UNION
  MATCH (here)<-[:SUBJECT]-(leads:Triplet)-[:OBJECT]->(thing)
  WHERE leads.predicate STARTS WITH 'leads ' AND leads.created_at <= $at AND leads.expired_at > $at
  RETURN thing
  UNION
  MATCH (thing:Clew {space: $space, id: 'entity:' + $inventory}) USING INDEX SEEK thing:Clew(space, id)
  RETURN thing
  UNION
  OPTIONAL MATCH (hand:Clew {space: $space, id: 'entity:' + $inventory}) USING INDEX SEEK hand:Clew(space, id)
  UNWIND [here, hand] AS outermost
  MATCH (outermost) ((outer)<-[:OBJECT]-(lies:Triplet WHERE lies.slot = 'place' AND lies.predicate <> 'is' AND lies.created_at <= $at AND lies.expired_at > $at)-[:SUBJECT]->(inner)){1,10}
  RETURN inner[-1] AS thing
}
WITH here, collect(DISTINCT thing) AS things
CALL (things) {
  UNWIND [thing IN things WHERE thing.name <> $player] AS thing
  MATCH (thing)<-[as:SUBJECT|OBJECT]-(triplet:Triplet)
  WHERE triplet.slot IS NOT NULL AND triplet.made IS NULL AND triplet.created_at <= $at
    AND (type(as) = 'SUBJECT' OR NOT triplet.predicate IN ['is', 'is a', 'has exit', 'must be'])
    AND NOT EXISTS { (triplet)-[:SUBJECT]->(:Entity {name: $player}) } // who comes and goes changes nothing
  RETURN max(triplet.created_at) AS begun, max(CASE WHEN triplet.expired_at <= $at THEN triplet.expired_at END) AS over
}
CALL (begun, over) {
  MATCH (step:Clew {space: $space, session: $run}) USING INDEX SEEK step:Clew(space, session, position)
  WHERE step:Episode AND step.position > 0 AND step.created_at <= $at
  WITH step, begun, over ORDER BY step.space DESC, step.session DESC, step.position DESC LIMIT $most
  WHERE step.action IN $actions AND coalesce(step.created_at >= begun, true) AND coalesce(step.created_at > over, true)
  RETURN step
}
CALL (step) {
  MATCH (stood:Clew {space: $space, session: $run}) USING INDEX SEEK stood:Clew(space, session, position)
  WHERE stood.position >= 0 AND stood.position < step.position AND stood.place <> ''
  WITH stood ORDER BY stood.space DESC, stood.session DESC, stood.position DESC LIMIT 1
  MATCH (place:Clew {space: $space, id: 'entity:' + stood.place}) USING INDEX SEEK place:Clew(space, id)
  OPTIONAL MATCH (place)-[:SAME_AS]->(meant:Entity)
  RETURN coalesce(meant, place) AS there
}
WITH here, step WHERE there = here
ORDER BY step.position DESC
WITH here, step.action AS action, head(collect(step)) AS step
CALL (action) {
  UNWIND [number IN range(0, size($actions) - 1) WHERE $actions[number] = action | $names[number]] AS names
  UNWIND names AS name
  MATCH (given:Clew {space: $space, id: 'entity:' + name}) USING INDEX SEEK given:Clew(space, id)
  OPTIONAL MATCH (given)-[:SAME_AS]->(meant:Entity)
  WITH DISTINCT coalesce(meant, given) AS thing
  WHERE thing.name <> $player
  MATCH (thing)<-[as:SUBJECT|OBJECT]-(triplet:Triplet)
  WHERE triplet.slot IS NOT NULL AND triplet.made IS NULL AND triplet.created_at <= $at
    AND (type(as) = 'SUBJECT' OR NOT triplet.predicate IN ['is', 'is a', 'has exit', 'must be'])
    AND NOT EXISTS { (triplet)-[:SUBJECT]->(:Entity {name: $player}) }
  RETURN max(triplet.created_at) AS begun, max(CASE WHEN triplet.expired_at <= $at THEN triplet.expired_at END) AS over
}
WITH here, action, step WHERE coalesce(step.created_at >= begun, true) AND coalesce(step.created_at > over, true)
CALL (step) {
  MATCH (step)<-[:DERIVED_FROM]-(triplet:Triplet)
  WHERE triplet.created_at = step.created_at
  MATCH (subject)<-[:SUBJECT]-(triplet)-[:OBJECT]->(object)
  WITH subject, triplet, object ORDER BY triplet.id
  RETURN collect({subject: subject.name, predicate: triplet.predicate, object: object.name}) AS new
}
CALL (step) {
  MATCH (step)<-[:DERIVED_FROM]-(:Triplet)<-[:REPLACED_BY]-(old:Triplet)
  WHERE old.expired_at = step.created_at AND old.expired_at < $forever
  WITH DISTINCT old ORDER BY old.id
  MATCH (subject)<-[:SUBJECT]-(old)-[:OBJECT]->(object)
  RETURN collect({subject: subject.name, predicate: old.predicate, object: object.name}) AS ended
}
OPTIONAL MATCH (arrived:Clew {space: $space, id: 'entity:' + step.place}) USING INDEX SEEK arrived:Clew(space, id)
OPTIONAL MATCH (arrived)-[:SAME_AS]->(meant:Entity)
WITH here, action, step, new, ended, coalesce(meant, arrived, here) <> here AS moved
CALL (step) {
  OPTIONAL MATCH (same:Clew {space: $space, statement_key: step.statement_key}) USING INDEX SEEK same:Clew(space, statement_key)
  WHERE same:Episode AND same.created_at < step.created_at
  RETURN count(same) > 0 AS known
}
RETURN action, 0 AS times, step.position AS step, step.text AS text, known, moved, new, ended
UNION ALL
MATCH (step:Clew {space: $space, session: $run}) USING INDEX SEEK step:Clew(space, session, position)
WHERE step:Episode AND step.position >= 0 AND step.created_at <= $at
WITH step ORDER BY step.space DESC, step.session DESC, step.position DESC LIMIT $most
WITH collect(step {.action, .decision, .marks, .position, .text}) AS steps
UNWIND range(0, size(steps) - 2) AS number
WITH steps[number] AS step, coalesce(steps[number].decision, steps[number].action) AS action, steps[number + 1].marks = head(steps).marks AS same
WHERE same AND (action IN $actions OR action STARTS WITH $walk)
RETURN action, count(*) AS times, max(step.position) AS step, '' AS text, true AS known, false AS moved, [] AS new, [] AS ended
