// Of some memories those that memory believed at an instant, as far as it was told by then: it forgets nothing but what is
// forgotten. A statement had ended then where one that replaced it was believed.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the memories
// $known_at: ZONED DATETIME  the instant at which they were believed
// $as_of: ZONED DATETIME  when they held, by what was believed then; the open end for whatever had not been replaced
// $forever: ZONED DATETIME  the open end
// -> id: STRING
// -> kind: STRING  its label
// -> text: STRING
// -> speaker: STRING  who said it; empty where nobody did
// -> session: STRING  the session in which it was said; empty where it was in none
// -> at: ZONED DATETIME  when it was said; null where that is not known
// -> valid_from: ZONED DATETIME  since when it holds
// -> valid_to: ZONED DATETIME  until when, by what was believed then; null where that was open
// -> belief: FLOAT  0 to 1, as it was then
// -> sources: LIST<STRING>  ids of what it rested on then
// -> told: BOOLEAN  whether a caller told it, and named no source
// -> corrected_at: ZONED DATETIME  null
// -> why: STRING  empty
CYPHER 25
UNWIND $ids AS id
MATCH (node:Clew {space: $space, id: id}) USING INDEX SEEK node:Clew(space, id)
WHERE node.created_at <= $known_at AND NOT (coalesce(node['retracted_at'] <= $known_at, false)
  OR any(time IN coalesce(node['was_retracted'], []) WHERE datetime(split(time, '/')[0]) <= $known_at < datetime(split(time, '/')[1])))
CALL (node) { // past what was not believed then, and from a correction that came later to what it corrected
  OPTIONAL MATCH (node) ((one)-[link:REPLACED_BY]-(other) WHERE (one = node OR NOT (one.created_at <= $known_at AND NOT coalesce(one['retracted_at'] <= $known_at, false)
      AND none(time IN coalesce(one['was_retracted'], []) WHERE datetime(split(time, '/')[0]) <= $known_at < datetime(split(time, '/')[1]))))
    AND CASE
      WHEN startNode(link) = one THEN (link['corrects'] IS NULL OR other.created_at > $known_at)
        AND (link.created_at <= $known_at OR one.created_at > $known_at OR other.created_at > $known_at)
      ELSE link['corrects'] IS NOT NULL AND one.created_at > $known_at
    END){1,100} (next:Clew)
  WHERE next <> node AND next.created_at <= $known_at AND NOT coalesce(next['retracted_at'] <= $known_at, false)
      AND none(time IN coalesce(next['was_retracted'], []) WHERE datetime(split(time, '/')[0]) <= $known_at < datetime(split(time, '/')[1]))
  RETURN min(next.valid_from) AS next
}
CALL (node) {
  MATCH (node)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]->(source:Clew)
  WHERE support.created_at <= $known_at
  WITH coalesce(support.claim, elementId(support)) AS claim, max(support['belief']) AS belief, collect(DISTINCT source.id) AS ids,
    count(CASE WHEN coalesce(source['retracted_at'] <= $known_at, false)
      OR any(time IN coalesce(source['was_retracted'], []) WHERE datetime(split(time, '/')[0]) <= $known_at < datetime(split(time, '/')[1]))
      OR support['held'] AND EXISTS {
        MATCH (source)-[link:REPLACED_BY]->(later:Clew)
        WHERE link['corrects'] IS NULL AND link.created_at <= $known_at AND later.created_at <= $known_at AND NOT coalesce(later['retracted_at'] <= $known_at, false)
      } THEN 1 END) AS taken
  WHERE taken = 0
  WITH claim, belief, ids ORDER BY claim
  RETURN collect(belief) AS beliefs, reduce(all = [], some IN collect(ids) | all + some) AS sources, count(claim) AS claims
}
WITH node, next, beliefs, sources, claims, CASE WHEN coalesce(node['told_at'], node.created_at) <= $known_at THEN node['told'] END AS told,
  coalesce(COLLECT { MATCH (node)-[link:REPLACED_BY]->() RETURN max(link.valid_to) }[0], node.valid_to) AS own
WITH node, next, beliefs, sources, claims, told, CASE WHEN next < own THEN next ELSE own END AS until
WHERE (NOT (node:Fact OR node:Triplet OR node:Reflection) OR claims > 0 OR told IS NOT NULL)
  AND (node:Episode OR node:Fact OR node:Triplet OR node:Reflection OR node:Learning OR node.expired_at > $known_at)
  AND CASE WHEN $as_of = $forever THEN next IS NULL ELSE node.valid_from <= $as_of AND until > $as_of END
RETURN node.id AS id, node.kind AS kind, node.text AS text, coalesce(node.speaker, '') AS speaker, coalesce(node['session'], '') AS session,
  node.at AS at, node.valid_from AS valid_from, CASE WHEN until < $forever THEN until END AS valid_to,
  CASE WHEN beliefs = [] AND told IS NULL THEN coalesce(node['belief'], 1.0)
    ELSE 1 - reduce(doubt = 1 - coalesce(told, 0.0), belief IN beliefs | doubt * (1 - belief)) END AS belief,
  COLLECT { UNWIND sources AS source RETURN DISTINCT source ORDER BY source } AS sources, told IS NOT NULL AS told,
  NULL AS corrected_at, '' AS why
ORDER BY node.valid_from DESC, id
