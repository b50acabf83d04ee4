// What changed in a world? Each triplet that ended, with what took its place.
// $space: STRING  the tenant
// -> was: STRING  what was believed
// -> is: STRING  what is believed in its place; null where nothing is
MATCH (old:Clew {space: $space, kind: 'Triplet'}) USING INDEX SEEK old:Clew(space, kind)
WHERE old.expired_at <= datetime()
OPTIONAL MATCH (old)-[:REPLACED_BY]->(new:Triplet)
RETURN old.text AS was, new.text AS is
ORDER BY was, is
