// Writes exported nodes; one that is there already stays as it is, but the space counts its runs, and knows the names and
// the zone that callers gave, as it did.
// $space: STRING  the tenant
// $rows: LIST<MAP>  id, kind and properties of each
// -> nothing
UNWIND $rows AS row
MERGE (node:Clew {space: $space, id: row.id})
ON CREATE SET node:$(row.kind), node += row.properties, node.space = $space,
  node.location = CASE WHEN row.properties.location IS NOT NULL
    THEN point({x: row.properties.location[0], y: row.properties.location[1], z: row.properties.location[2]}) END
SET node += CASE row.kind WHEN 'Space' THEN {runs: row.properties.runs, marks: row.properties.marks, given_aliases: row.properties.given_aliases,
  zone: coalesce(row.properties.zone, node['zone'])} ELSE {} END
