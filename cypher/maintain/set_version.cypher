// Records that a migration has brought the store to a version.
// $version: INTEGER  of the schema
// scope: store
// -> nothing
MATCH (store:ClewSchema {id: 'clew'})
SET store.version = $version
