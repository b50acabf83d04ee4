// Takes the lock of the space's one writer until the transaction ends; makes the space on first use.
// $space: STRING  the tenant
// $now: ZONED DATETIME  the present instant
// $zone: STRING  IANA name of the zone that the caller named; empty: none
// -> closed: BOOLEAN  whether the space, or much of it, is being forgotten
// -> encoder: STRING  whose vectors the store holds by now
MERGE (space:Clew {space: $space, id: 'space'})
ON CREATE SET space:Space, space.kind = 'Space', space.text = $space, space.speakers = [], space.aliases = [], space.given_aliases = [],
  space.learnt_aliases = [], space.texts = 0, space.closed = false,
  space.created_at = $now
SET space.text = $space // the lock
SET space.zone = coalesce(nullIf($zone, ''), space['zone'])
SET space.locked_at = CASE WHEN space.locked_at >= $now THEN space.locked_at + duration({microseconds: 1}) ELSE $now END
RETURN space.closed OR space['leaving'] IS NOT NULL AS closed,
  head(COLLECT { MATCH (store:ClewSchema {id: 'clew'}) RETURN store.encoder }) AS encoder
