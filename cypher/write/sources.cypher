// Returns the turns and passages that facts name as their sources, as far as they are there and were not corrected.
// $space: STRING  the tenant
// $ids: LIST<STRING>  their ids
// $kinds: LIST<STRING>  labels of what facts may rest on
// -> id: STRING  of each that is there
// -> at: ZONED DATETIME  when it was said; null for a passage
// -> speaker: STRING  who said it; null for a passage
UNWIND $ids AS id
MATCH (source:Clew {space: $space, id: id}) USING INDEX SEEK source:Clew(space, id)
WHERE source.kind IN $kinds AND source['retracted_at'] IS NULL
RETURN source.id AS id, source.at AS at, source.speaker AS speaker
