// Returns the facts that turns say, or said before they were corrected or retracted.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns
// -> id: STRING  of each fact
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id})<-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]-(fact:Fact) USING INDEX SEEK turn:Clew(space, id)
RETURN DISTINCT fact.id AS id
ORDER BY id
