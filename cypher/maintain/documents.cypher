// The documents that a name stands for: a file, all below a folder, or a title; and their passages.
// $space: STRING  the tenant
// $files: LIST<STRING>  what the name may be as a file or folder
// $title: STRING  the name as a title, or empty
// -> id: STRING  the document
// -> source: STRING  where it was read from
// -> file: STRING  the file that it was read from; empty for a text
// -> passages: LIST<STRING>  ids of its passages
MATCH (document:Clew) USING INDEX SEEK document:Clew(space, kind)
WHERE document.space = $space AND document.kind = 'Document'
  AND (document.title = $title OR document.file IN $files
       OR any(folder IN $files WHERE document.file STARTS WITH folder + '/'))
RETURN document.id AS id, document.source AS source, document.file AS file, COLLECT {
  MATCH (document)-[:HAS_PASSAGE]->(passage:Clew)
  RETURN passage.id
} AS passages
ORDER BY source
