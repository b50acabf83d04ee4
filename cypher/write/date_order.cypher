// Returns what comes first in the dates that a space writes with numbers.
// $space: STRING  the tenant
// $most: INTEGER  texts of each order that are counted at most
// -> date_order: STRING  `day` or `month`; null where nothing shows it, or both do
MATCH (space:Clew {space: $space, id: 'space'}) USING INDEX SEEK space:Clew(space, id)
CALL () {
  OPTIONAL MATCH (text:Clew {space: $space, date_order: 'day'}) USING INDEX SEEK text:Clew(space, date_order)
  WITH text LIMIT $most
  RETURN count(text) AS day_first
}
CALL () {
  OPTIONAL MATCH (text:Clew {space: $space, date_order: 'month'}) USING INDEX SEEK text:Clew(space, date_order)
  WITH text LIMIT $most
  RETURN count(text) AS month_first
}
RETURN CASE WHEN day_first > 3 * month_first THEN 'day' WHEN month_first > 3 * day_first THEN 'month' END AS date_order
