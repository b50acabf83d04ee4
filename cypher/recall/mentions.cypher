// Which of some turns have a name in their text.
// $space: STRING  the tenant
// $ids: LIST<STRING>  of the turns
// $names: LIST<STRING>  regular expressions, each of a text that has one of the names of somebody
// -> id: STRING  of a turn
// -> named: LIST<INTEGER>  the places in `names` of those whom it names; one at least
UNWIND $ids AS id
MATCH (turn:Clew {space: $space, id: id}) USING INDEX SEEK turn:Clew(space, id)
WITH turn, [place IN range(0, size($names) - 1) WHERE turn.text =~ $names[place]] AS named
WHERE size(named) > 0
RETURN turn.id AS id, named
