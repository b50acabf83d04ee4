// Returns the facts that other extractors made of some turns, and of nothing else than what this one has read by now.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the turns
// $extractor: STRING  the one whose facts stay
// -> id: STRING  of each
UNWIND $ids AS id
MATCH (fact:Clew)-[:DERIVED_FROM]->(turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
WHERE fact.kind = 'Fact' AND fact['extractor'] <> $extractor AND fact['retracted_at'] IS NULL
  AND NOT EXISTS {
    (fact)-[support:DERIVED_FROM]->(other:Clew)
    WHERE support['extractor'] IN ['', $extractor] OR NOT other.id IN $ids
      AND (support['extractor'] IS NULL OR coalesce(other['extractor'], '') <> $extractor)
  }
RETURN DISTINCT fact.id AS id
