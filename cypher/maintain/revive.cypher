// Before facts are removed: what they had replaced holds again, or is replaced by what still stands in its place:
// what replaced it beside them, or what replaced them.
// $space: STRING  the tenant
// $ids: LIST<STRING>  nodes that are to be removed
// $forever: ZONED DATETIME  the open end
// -> touched: LIST<STRING>  ids of the facts whose end has changed
// -> revived: LIST<STRING>  ids of those that hold again
UNWIND $ids AS id
MATCH (:Clew {space: $space, id: id})<-[link:REPLACED_BY]-(old:Clew)
WHERE NOT old.id IN $ids
WITH old, head(collect(link)) AS link
CALL (old) {
  MATCH way = (old)-[:REPLACED_BY*1..]->(next:Clew)
  WHERE NOT next.id IN $ids AND all(between IN nodes(way)[1..-1] WHERE between.id IN $ids)
  RETURN collect(DISTINCT next) AS standing
}
FOREACH (next IN standing |
  MERGE (old)-[kept:REPLACED_BY]->(next)
  ON CREATE SET kept.valid_to = link.valid_to, kept.created_at = link.created_at, kept.expired_at = link.expired_at
)
SET old.valid_to = reduce(until = link.valid_to, next IN standing | CASE WHEN next.valid_from < until THEN next.valid_from ELSE until END),
    old.expired_at = CASE WHEN size(standing) = 0 THEN $forever ELSE old.expired_at END
RETURN collect(old.id) AS touched, collect(CASE WHEN size(standing) = 0 THEN old.id END) AS revived
