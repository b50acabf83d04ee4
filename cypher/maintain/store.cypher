// The node that says what shape the store has and which encoder made its vectors.
// scope: store
// -> version: INTEGER  of the schema
// -> encoder: STRING  the encoder's identity
// -> dimensions: INTEGER  of its vectors
// -> pending: BOOLEAN  whether a change of the encoder was interrupted
MATCH (store:ClewSchema {id: 'clew'})
RETURN store.version AS version, store.encoder AS encoder, store.dimensions AS dimensions,
       store.pending AS pending
