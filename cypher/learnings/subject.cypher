// Makes a task or an environment; one that is there stays as it is. To be called with the lock of the space.
// $space: STRING  the tenant
// $id: STRING  of its node
// $kind: STRING  its label
// $text: STRING  what it is, in words
// $now: ZONED DATETIME  the present instant
// -> text: STRING  as it is stored
// -> is_new: BOOLEAN  whether it was made just now
OPTIONAL MATCH (old:Clew {space: $space, id: $id}) USING INDEX SEEK old:Clew(space, id)
WITH old IS NULL AS is_new
MERGE (subject:Clew {space: $space, id: $id})
ON CREATE SET subject:$($kind), subject.kind = $kind, subject.text = $text, subject.created_at = $now
RETURN subject.text AS text, is_new
