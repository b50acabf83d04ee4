// The months in which sessions began, with the numbers of these sessions and of their turns.
// $space: STRING  the tenant
// -> month: STRING  such as 2023-05, in UTC; empty for sessions that nobody dated
// -> sessions: INTEGER  how many began then
// -> turns: INTEGER  how many turns these hold
MATCH (session:Clew) USING INDEX SEEK session:Clew(space, kind)
WHERE session.space = $space AND session.kind = 'Session'
WITH coalesce(left(toString(datetime({datetime: session['at'], timezone: 'Z'})), 7), '') AS month, COUNT { (session)-[:HAS_EPISODE]->() } AS held
RETURN month, count(*) AS sessions, sum(held) AS turns
ORDER BY month
