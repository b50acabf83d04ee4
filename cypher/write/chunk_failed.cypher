// Notes why a chunk could not be consolidated, or not again; it stays pending.
// $space: STRING  the tenant
// $ids: LIST<STRING>  its turns, or its passage
// $extractor: STRING  the one that failed
// $reason: STRING  one sentence
// -> nothing
UNWIND $ids AS id
MATCH (text:Clew {space: $space, id: id}) USING INDEX SEEK text:Clew(space, id)
WHERE text.consolidated_at IS NULL OR coalesce(text['extractor'], 'unknown') <> $extractor
SET text.failure = $reason
WITH text
MATCH (session:Clew)-[:HAS_EPISODE]->(text)
SET session.pending = true
