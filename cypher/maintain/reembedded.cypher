// How far the change to an encoder has come that was interrupted; no row where none was, or it was to another one.
// $encoder: STRING  the encoder's identity
// $dimensions: INTEGER  of its vectors
// scope: store
// -> space: STRING  the tenant whose vectors were being made; empty where none had any
// -> last: STRING  id of the last node of it that has its vector; empty where none has
MATCH (store:ClewSchema {id: 'clew', encoder: $encoder, dimensions: $dimensions, pending: true})
RETURN coalesce(store.reembedded_space, '') AS space, coalesce(store.reembedded_id, '') AS last
