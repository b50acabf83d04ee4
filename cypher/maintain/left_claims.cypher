// Facts of those that lost or regained a claim, each with what says it now.
// $space: STRING  the tenant
// $ids: LIST<STRING>  nodes that did
// -> id: STRING  of each fact that has a date
// -> text: STRING  what it says
// -> at: ZONED DATETIME  when it was said first
// -> speaker: STRING  who said it
// -> since: ZONED DATETIME  when it begins to hold
// -> until: ZONED DATETIME  when it ceases to
// -> sources: LIST<MAP{claim: STRING, id: STRING, at: ZONED DATETIME, speaker: STRING, reworded: BOOLEAN}>  the turns and passages that say it; those of one claim say it together, in its words or reworded
UNWIND $ids AS id
MATCH (fact:Clew {space: $space, id: id}) USING INDEX SEEK fact:Clew(space, id)
WHERE fact:Fact AND fact.at IS NOT NULL
RETURN fact.id AS id, fact.text AS text, fact.at AS at, fact.speaker AS speaker, fact.valid_from AS since,
  fact.valid_to AS until, COLLECT {
    MATCH (fact)-[support:DERIVED_FROM]->(source:Clew)
    RETURN {claim: support.claim, id: source.id, at: source.at, speaker: source.speaker, reworded: support['reworded'] IS NOT NULL}
  } AS sources
