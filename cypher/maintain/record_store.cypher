// Writes the store's version and encoder once; a store that has them keeps them.
// $version: INTEGER  of the schema
// $encoder: STRING  the encoder's identity
// $dimensions: INTEGER  of its vectors
// $now: ZONED DATETIME  the present instant
// scope: store
// -> nothing
MERGE (store:ClewSchema {id: 'clew'})
ON CREATE SET store.version = $version, store.encoder = $encoder, store.dimensions = $dimensions, store.created_at = $now,
  store.pending = false, store.reembedded_space = '', store.reembedded_id = ''
