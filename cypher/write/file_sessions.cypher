// Returns the sessions that some files brought up to date.
// $space: STRING  the tenant
// $digests: LIST<STRING>  of the files
// -> session: STRING  its name
// -> digest: STRING  of the file; then, behind a space each, the number of its sessions, and of the turns of this one
MATCH (session:Clew {space: $space, kind: 'Session'}) USING INDEX SEEK session:Clew(space, kind)
WHERE split(session['digest'], ' ')[0] IN $digests
RETURN session.text AS session, session['digest'] AS digest
