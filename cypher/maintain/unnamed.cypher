// Those of some names that nothing names, with the other names of the same things.
// $space: STRING  the tenant
// $ids: LIST<STRING>  the names
// -> id: STRING  of each
UNWIND $ids AS id
MATCH (named:Clew {space: $space, id: id}) USING INDEX SEEK named:Clew(space, id)
CALL (named) {
  MATCH (named)-[:/*same*/SAME_AS/**/*0..]-(name:Clew)
  RETURN collect(DISTINCT name) AS names
}
WITH names
WHERE none(name IN names WHERE
  EXISTS { (name)<-[:!(/*same*/SAME_AS/**/)]-() } OR EXISTS { (name)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->() })
UNWIND names AS name
RETURN DISTINCT name.id AS id
