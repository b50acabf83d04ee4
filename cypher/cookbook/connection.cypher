// How do two things hang together? The shortest way between them in the graph, in words.
// $space: STRING  the tenant
// $one: STRING  name of the first
// $other: STRING  name of the second
// -> steps: LIST<STRING>  what stands on the way, both ends included
// -> relationships: LIST<STRING>  by what each is joined to the next
MATCH (one:Clew {space: $space, kind: 'Entity'}) USING INDEX SEEK one:Clew(space, kind)
WHERE toLower($one) IN [one.name, toLower(one.text)]
MATCH (other:Clew {space: $space, kind: 'Entity'}) USING INDEX SEEK other:Clew(space, kind)
WHERE toLower($other) IN [other.name, toLower(other.text)] AND other <> one
MATCH way = shortestPath((one)-[:/*walked*/NEXT|HAS_CONCEPT|MENTIONS|ADDRESSES|DERIVED_FROM|ABOUT_CONCEPT|SUBJECT|OBJECT|HAS_SUBGOAL|HAS_STEP|DERIVED_FROM_FACT|ADJACENT|CONTAINS|INSIDE|HAS_SIGHTING|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|PRODUCED|HAS_LEARNING|USED/**/*..6]-(other))
RETURN [node IN nodes(way) | node.text] AS steps, [link IN relationships(way) | type(link)] AS relationships
