// What goes with nodes that are to be removed, one step further: their parts, what is made of them, what rests on them
// alone, and what nothing else names. Repeated with what it finds until it finds nothing. A claim falls with any of its sources, because they say
// it together; a relationship without one is a claim by itself. What is left of a node's claims holds it only in its own words, be they retracted. Names of one thing are held together. Mentions go for
// which titles, triplets or facts that are to be removed were the only reasons.
// $space: STRING  the tenant
// $ids: LIST<STRING>  all nodes that are to be removed, as far as they are found
// $frontier: LIST<STRING>  those that were found last
// -> lapsed: INTEGER  mentions that went
// -> found: LIST<MAP{id: STRING, reason: STRING}>  each further node, and why it goes
UNWIND $frontier AS id
MATCH (gone:Clew {space: $space, id: id}) USING INDEX SEEK gone:Clew(space, id)
WITH collect(gone) AS gone
CALL (gone) {
  UNWIND gone AS each
  MATCH (each)-[:TITLED|/*stating*/ABOUT_CONCEPT|SUBJECT|OBJECT|OF_TASK|IN_ENVIRONMENT/**/]->(thing:Clew)
  WITH DISTINCT thing
  MATCH (thing)<-[mention:/*stated*/HAS_CONCEPT|MENTIONS/**/]-(text:Clew)
  WHERE (mention.titled OR mention.stated)
    AND NOT (coalesce(mention.titled, false) AND EXISTS { (thing)<-[:TITLED]-(other:Clew) WHERE NOT other.id IN $ids })
    AND NOT (coalesce(mention.stated, false) AND EXISTS {
      MATCH (thing)<-[:/*stating*/ABOUT_CONCEPT|SUBJECT|OBJECT|OF_TASK|IN_ENVIRONMENT/**/]-(other:Clew)-[:DERIVED_FROM]->(text)
      WHERE NOT other.id IN $ids
    })
  DELETE mention
  RETURN count(*) AS lapsed
}
CALL (gone) {
  CALL (gone) {
    UNWIND gone AS whole
    MATCH (whole)-[:/*contains*/HAS_EPISODE|HAD_EPISODE|HAS_PART|HAS_PASSAGE|HAS_RUN|HAS_SUBGOAL|HAS_STEP|HAS_SUMMARY|HAS_AREA|CONTAINS|HAS_SIGHTING|HAS_TRIAL|PRODUCED|HAS_LEARNING|HAS_TEXT/**/]->(node:Clew)
    RETURN node, 'part of ' + min(whole.id) AS reason
    UNION
    UNWIND gone AS named
    MATCH (named)<-[:/*constituents*/SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT/**/]-(node:Clew)
    RETURN node, 'is made of ' + min(named.id) AS reason
    UNION
    UNWIND gone AS source
    MATCH (source)<-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]-(node:Clew)
    WITH node, min(source.id) AS because, COLLECT {
      MATCH (node)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]->(lost:Clew)
      WHERE lost.id IN $ids
      RETURN DISTINCT coalesce(support.claim, elementId(support))
    } AS lost
    WHERE node['told'] IS NULL AND NOT EXISTS {
      MATCH (node)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]->()
      WHERE NOT coalesce(support.claim, elementId(support)) IN lost AND support['reworded'] IS NULL
    }
    RETURN node, CASE WHEN EXISTS {
      MATCH (node)-[support:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/|RESTED_ON]->()
      WHERE NOT coalesce(support.claim, elementId(support)) IN lost
    } THEN 'has the words of ' ELSE 'rested only on ' END + because AS reason
    UNION
    UNWIND gone AS speaker
    MATCH (speaker)-[:/*names*/HAS_CONCEPT|MENTIONS|TITLED|ABOUT_CONCEPT|SUBJECT|OBJECT|INSTANCE_OF|PART_OF|OF_TASK|IN_ENVIRONMENT|WITHIN|IN_NAMESPACE/**/]->(named:Clew)
    WITH DISTINCT named
    CALL (named) {
      MATCH (named)-[:/*same*/SAME_AS/**/*0..]-(name:Clew)
      RETURN collect(DISTINCT name) AS names
    }
    WITH names
    WHERE none(name IN names WHERE
      EXISTS { (name)<-[:!(/*same*/SAME_AS/**/)]-(other:Clew) WHERE NOT other.id IN $ids }
      OR EXISTS { (name)-[:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT/**/]->() })
    UNWIND names AS node
    RETURN DISTINCT node, 'nothing names it any more' AS reason
  }
  WITH node, reason
  WHERE NOT node.id IN $ids
  RETURN collect({id: node.id, reason: reason}) AS found
}
RETURN lapsed, found
