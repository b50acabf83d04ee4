// What lies around the seeds: two hops along the walked relations, hubs not expanded, the most mass first.
// The tenant is checked at the first hop and of what is returned: reading a property of all that the second hop sees
// would take a quarter of the time. No relation leaves a space; if one did, nothing foreign would come out.
// A turn that was corrected is not walked to.
// A node that another transaction forgets meanwhile has no relation left: it is not expanded.
// The second hop goes on from what hands on the most per neighbour, until enough is seen: what comes after weighs less.
// The degree of what texts mention is their number: how much its triplets say of it, and how many things of a scene are
// called so, does not make it common. It is counted once for each node.
// $space: STRING  the tenant
// $seeds: LIST<LIST<ANY>>  id and weight of each node that is walked from
// $expand_degree: INTEGER  a node of a higher degree is not expanded
// $common: INTEGER  nor is an entity that more texts mention, which is left out, too
// $first_hop: INTEGER  neighbours taken per seed
// $second_hop: INTEGER  neighbours taken per node of the first hop
// $seen: INTEGER  nodes of the second hop looked at, one for each relationship that leads to it
// $cap: INTEGER  nodes returned
// $as_of: ZONED DATETIME  when facts shall hold, or else they are not walked; the open end for now
// $timed: BOOLEAN  whether instants are wanted: reading them takes a tenth of the time
// $forever: ZONED DATETIME  the open end
// $about: INTEGER  of so many passages, the highest pushed mass first, it is told which documents are about what they mention
// $about_one: INTEGER  where more documents than that are about one thing, none of these is told
// -> nodes: MAP{id: LIST<STRING>, kind: LIST<STRING>, degree: LIST<INTEGER>, mass: LIST<FLOAT>, session: LIST<STRING>, speaker: LIST<STRING>, second: LIST<FLOAT>}  each, the highest pushed mass first: its session or document, and its second since 1970
// -> edges: MAP{source: LIST<STRING>, types: LIST<LIST<STRING>>, targets: LIST<LIST<STRING>>}  what leads out of each node, by id
// -> about: MAP{source: LIST<STRING>, document: LIST<STRING>, others: LIST<INTEGER>}  a passage, a document about what it mentions, however common that is, and how many are about that
UNWIND $seeds AS given
MATCH (seed:Clew {space: $space, id: given[0]}) USING INDEX SEEK seed:Clew(space, id)
WITH collect(seed) AS seeds, collect([seed, given[1] / (1 + COUNT { (seed)-[:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]-() })]) AS pushed
CALL (pushed) {
  UNWIND pushed AS push
  WITH push[0] AS seed, push[1] AS mass
  CALL (seed) {
    MATCH (seed)-[:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]-(one)
    WHERE one.space = $space AND (CASE WHEN one:/*dated*/Reflection|Fact|Triplet|Run|Sighting|LearningSet|Learning/**/ THEN one.valid_from <= $as_of AND (one.expired_at = $forever OR one.valid_to > $as_of) ELSE true END)
    RETURN one LIMIT $first_hop
  }
  WITH one, sum(mass) AS mass
  RETURN collect([one, mass, coalesce(nullIf(COUNT { (one)<-[:MENTIONS]-() }, 0), nullIf(COUNT { (one)-[:/*counted*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]-() }, 0), COUNT { (one)-[:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]-() })]) AS firsts
}
CALL (firsts) {
  UNWIND firsts AS first
  WITH first[0] AS one, first[1] AS mass, first[2] AS degree
  WHERE 0 < degree <= CASE one.kind WHEN 'Entity' THEN $common ELSE $expand_degree END
  WITH one, mass / degree AS share ORDER BY share DESC
  CALL (one) {
    MATCH (one)-[:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]-(two)
    WHERE CASE WHEN two:/*dated*/Reflection|Fact|Triplet|Run|Sighting|LearningSet|Learning/**/ THEN two.valid_from <= $as_of AND (two.expired_at = $forever OR two.valid_to > $as_of) ELSE true END
    RETURN two LIMIT $second_hop
  }
  WITH two, share LIMIT $seen
  WITH two, sum(share) AS mass
  RETURN collect([two, mass, null]) AS seconds
}
CALL (seeds, firsts, seconds) {
  UNWIND [seed IN seeds | [seed, 1.0, null]] + firsts + seconds AS reached
  WITH reached[0] AS node, sum(reached[1]) AS mass, max(reached[2]) AS counted
  ORDER BY mass DESC LIMIT $cap
  WITH node, mass, coalesce(counted, nullIf(COUNT { (node)<-[:MENTIONS]-() }, 0), nullIf(COUNT { (node)-[:/*counted*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]-() }, 0), COUNT { (node)-[:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]-() }) AS degree
  WHERE node.space = $space AND (NOT node:Entity OR degree <= $common) AND node['was_at'] IS NULL
  RETURN collect(node) AS nodes, collect(mass) AS masses, collect(degree) AS degrees
}
CALL (nodes) {
  UNWIND nodes AS source
  MATCH (source)-[relation:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/]->(target)
  WHERE target IN nodes
  WITH source, collect(type(relation)) AS types, collect(target) AS targets
  RETURN collect(source) AS sources, collect(types) AS types, collect(targets) AS targets
}
CALL (nodes) {
  WITH [node IN nodes WHERE $about > 0 AND node:Passage] AS passages
  WITH passages, [passage IN passages | passage.document] AS documents
  UNWIND passages[..$about] AS source
  MATCH (source)-[:MENTIONS]->(subject:Entity)
  WITH source, subject, documents, COUNT { (subject)<-[:TITLED]-() } AS others
  WHERE 0 < others <= $about_one
  MATCH (subject)<-[:TITLED]-(document:Document)
  WHERE document.id IN documents AND document.id <> source.document
  WITH source.id AS source, document.id AS document, min(others) AS others
  WITH collect([source, document, others]) AS found
  RETURN {source: [each IN found | each[0]], document: [each IN found | each[1]], others: [each IN found | each[2]]} AS about
}
RETURN {
  id: [node IN nodes | node.id], kind: [node IN nodes | node.kind], degree: degrees, mass: masses,
  session: [node IN nodes | coalesce(node.session, node.document)], speaker: [node IN nodes | node.speaker],
  second: [node IN nodes | CASE WHEN $timed THEN (node.at.epochMillis * 1000 + node.at.microsecond % 1000) / 1000000.0 END]
} AS nodes, {
  source: [node IN sources | node.id], types: types, targets: [each IN targets | [node IN each | node.id]]
} AS edges, about
