// Takes the lock of the space's one writer until the transaction ends, and returns which of some texts still wait. Unlike
// `lock_space` it makes no space: a space that was forgotten since the texts were read stays forgotten.
// $space: STRING  the tenant
// $ids: LIST<STRING>  turns, or passages
// $again: BOOLEAN  also those that another extractor has consolidated
// $extractor: STRING  whose texts are left as they are then
// $now: ZONED DATETIME  the present instant
// -> closed: BOOLEAN  whether the space, or much of it, is being forgotten; null where there is none
// -> encoder: STRING  whose vectors the store holds by now
// -> waiting: LIST<STRING>  the ids of those that are there, were not corrected, and do
OPTIONAL MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.text = $space // the lock
SET space.locked_at = CASE WHEN space.locked_at >= $now THEN space.locked_at + duration({microseconds: 1}) ELSE $now END
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder,
  COLLECT {
  UNWIND $ids AS id
  MATCH (text:Clew {space: $space, id: id}) USING INDEX SEEK text:Clew(space, id)
  WHERE text['was_at'] IS NULL
    AND (text.consolidated_at IS NULL OR $again AND text['action'] IS NULL AND coalesce(text['extractor'], '') <> $extractor)
  RETURN text.id
} AS waiting
