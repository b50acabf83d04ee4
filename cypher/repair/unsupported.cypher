// Statements that rest on nothing, and that nobody told.
// $space: STRING  the tenant
// $kinds: LIST<STRING>  labels of what rests on something
// -> id: STRING  of each
MATCH (node:Clew) USING INDEX SEEK node:Clew(space, kind)
WHERE node.space = $space AND node.kind IN $kinds AND node['told'] IS NULL
  AND NOT EXISTS { (node)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->(:Clew) }
RETURN node.id AS id ORDER BY id
