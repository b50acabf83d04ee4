// The memories behind the numbers of a projection, in the order of the numbers given; others' are left out.
// $space: STRING  the tenant
// $numbers: LIST<INTEGER>  of nodes in a projection
// -> number: INTEGER  of the node
// -> id: STRING  of the memory
// -> kind: STRING  its label
// -> text: STRING  what it says
UNWIND $numbers AS number
WITH number, gds.util.asNode(number) AS node
WHERE node.space = $space
RETURN number, node.id AS id, node.kind AS kind, node.text AS text
