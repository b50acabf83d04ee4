// The statements about a world that may have held otherwise than their ends tell: those that were retracted or corrected, and
// those beside them.
// $space: STRING  the tenant
// -> id: STRING  of each
MATCH (odd:Clew) USING INDEX SEEK odd:Clew(space, kind)
WHERE odd.space = $space AND odd.kind = 'Triplet' AND (odd['retracted_at'] IS NOT NULL OR odd['was_retracted'] IS NOT NULL)
MATCH (odd)-[:REPLACED_BY*0..1]-(triplet:Triplet)
RETURN DISTINCT triplet.id AS id ORDER BY id
