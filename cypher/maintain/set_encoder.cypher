// Records which encoder the store's vectors are from, or are being made by; none of them is, to begin with.
// $encoder: STRING  the encoder's identity
// $dimensions: INTEGER  of its vectors
// $pending: BOOLEAN  true until every vector is
// scope: store
// -> nothing
MATCH (store:ClewSchema {id: 'clew'})
SET store.encoder = $encoder, store.dimensions = $dimensions, store.pending = $pending,
  store.reembedded_space = '', store.reembedded_id = ''
