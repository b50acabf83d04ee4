// Who speaks in a space, and the other names that callers gave them.
// $space: STRING  the tenant
// -> speakers: LIST<STRING>  their labels
// -> aliases: LIST<STRING>  each as name = speaker
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
RETURN space.speakers AS speakers, coalesce(space['given_aliases'], []) AS aliases
