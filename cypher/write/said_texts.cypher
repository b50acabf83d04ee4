// A page of the turns that have a named speaker or a caption, and of their parts, in the order of their ids.
// $space: STRING  the tenant
// $after: STRING  the last id of the page before; empty for the first
// $kinds: LIST<STRING>  what somebody says
// $roles: LIST<STRING>  speakers who are roles, in lower case
// $limit: INTEGER  turns and parts in a page
// -> node: MAP  id, kind, text, speaker and caption
MATCH (said:Clew) USING INDEX SEEK said:Clew(space, id)
WHERE said.space = $space AND said.id > $after AND said.kind IN $kinds
  AND (coalesce(said.caption, '') <> '' OR NOT toLower(trim(coalesce(said.speaker, ''))) IN [''] + $roles)
RETURN said {.id, .kind, .text, .speaker, .caption} AS node
ORDER BY said.id LIMIT $limit
