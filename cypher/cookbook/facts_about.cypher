// What is known about something? The facts that name it and hold now, the surest first.
// $space: STRING  the tenant
// $name: STRING  of a person, a thing or a topic
// -> fact: STRING  what holds
// -> since: ZONED DATETIME  since when
// -> belief: FLOAT  how sure that is, 0 to 1
MATCH (thing:Clew) USING INDEX SEEK thing:Clew(space, kind)
WHERE thing.space = $space AND toLower($name) IN [thing.name, toLower(thing.text)]
  AND (thing.kind = 'Concept'
    OR thing.kind = 'Entity')
MATCH (fact:Fact)-->(thing)
WHERE fact.expired_at > datetime() AND fact.valid_to > datetime()
RETURN DISTINCT fact.text AS fact, fact.valid_from AS since, fact.belief AS belief
ORDER BY belief DESC, since, fact
