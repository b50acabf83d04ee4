// Sets the other names of all speakers that callers gave.
// $space: STRING  the tenant
// $aliases: LIST<STRING>  each as name = speaker
// -> nothing
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
SET space.given_aliases = $aliases
