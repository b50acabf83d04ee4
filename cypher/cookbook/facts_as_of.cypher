// What held on a day? The facts whose time spans it, whether or not they hold now.
// $space: STRING  the tenant
// $day: ZONED DATETIME  the instant
// -> fact: STRING  what held
// -> since: ZONED DATETIME  since when
// -> until: ZONED DATETIME  until when; null where it holds still
MATCH (fact:Clew {space: $space, kind: 'Fact'}) USING INDEX SEEK fact:Clew(space, kind)
WHERE fact.valid_from <= $day AND fact.valid_to > $day
RETURN fact.text AS fact, fact.valid_from AS since, CASE WHEN fact.valid_to < datetime('9999-12-31T23:59:59Z') THEN fact.valid_to END AS until
ORDER BY since, fact
