// The namespaces that hold an item themselves.
// $space: STRING  the tenant
// $omit: BOOLEAN  whether items do not count whose time to live is over
// -> namespace: LIST<STRING>  the labels of each
MATCH (place:Clew) USING INDEX SEEK place:Clew(space, kind)
WHERE place.space = $space AND place.kind = 'ItemNamespace'
  AND EXISTS { (place)<-[:IN_NAMESPACE]-(item:Clew) WHERE NOT $omit OR item.expires_at > datetime() }
RETURN place.namespace AS namespace
