// Notes how far a change of the encoder has come, so that it goes on there after an interruption.
// $space: STRING  the tenant whose vectors are being made
// $last: STRING  id of the last node that has its vector; empty before the first
// -> nothing
MATCH (store:ClewSchema {id: 'clew'})
SET store.reembedded_space = $space, store.reembedded_id = $last
