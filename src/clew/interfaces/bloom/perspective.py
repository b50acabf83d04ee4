"""The perspective as one JSON document, in the shape that Bloom 2.7.0 exports; it follows from the declaration."""

import hashlib
import uuid
from collections.abc import Mapping

from clew.graph.queries import load
from clew.graph.schema import INDEXES, TEXT_INDEX, NodeKind, Property, RelationshipKind, declared
from clew.graph.schema.relationships import EVERY
from clew.interfaces.pages.declaration import RELATIONSHIP_COLOURS, colour_of

VERSION = "2.7.0"
NAME = "Clew"
MADE_AT = 1_767_225_600_000  # milliseconds; of every time stamp, so that a file that is made again does not differ

_TYPES: Mapping[str, str] = {
    "STRING": "string",
    "INTEGER": "bigint",
    "FLOAT": "number",
    "BOOLEAN": "boolean",
    "ZONED DATETIME": "DateTime",
    "POINT": "Point",
}
"""Bloom's word for a type; lists are `array`."""

_ICONS: Mapping[str, str] = {
    "conversation": "F91CCD45-2C41-40B8-ADF6-5CBED4BD6C6E",
    "documents": "5F002C4A-54ED-4017-B74D-536217435554",
    "world": "0E360AEA-F63E-4F63-803B-B137881B0CD8",
    "scene": "59435072-6EE1-4BB0-869A-50F2FB447DEB",
    "working": "1AFCBABE-64B1-4A20-8769-0B82D8276C7A",
    "learning": "72BEEB3F-83CA-425F-904C-EF27EA0CBCBD",
}
"""Icons of Bloom's own set, as the public perspective of a fraud investigation names them: its person, identity card,
state, address, login and account. A section without one has none."""

PHRASES = ("facts_about", "replaced_by", "episodes_of", "where_is", "learnings_for", "neighbourhood")
ACTIONS = ("provenance", "show_replaced", "resting_on_this")

_SUGGESTIONS: Mapping[str, tuple[str, str]] = {
    "space": ("Space", "space"),
    "concept": ("Concept", "text"),
    "fact": ("Fact", "text"),
    "session": ("Session", "text"),
    "object": ("SceneObject", "object_type"),
    "task": ("Task", "text"),
    "id": ("Clew", "id"),
}
"""Label and property from which Bloom suggests values of a parameter while a person types."""


def perspective() -> dict[str, object]:
    """Return the perspective of everything that is declared."""
    schema = declared()
    types: dict[str, list[RelationshipKind]] = {}
    for each in schema.relationships:
        types.setdefault(each.type, []).append(each)
    shown = {kind: {name: _type(each) for name, each in kind.properties.items()} for kind in schema.kinds}
    for properties in shown.values():
        properties.pop("embedding", None)  # Bloom hides vectors
    # Bloom offers 14 colours for more categories: ours first, each once, then again from the start.
    colours = list(dict.fromkeys([*map(colour_of, schema.kinds), *RELATIONSHIP_COLOURS.values()]))
    segments = [
        {"source": each.source, "relationshipType": each.type, "target": each.target} for each in schema.relationships
    ]
    # Bloom renews the counts when it connects.
    stats = {"labels": {kind.label: 0 for kind in schema.kinds}, "relationshipTypes": dict.fromkeys(types, 0)}
    return {
        "name": NAME,
        "id": str(uuid.UUID(hashlib.sha256(NAME.encode()).hexdigest()[:32])),
        "version": VERSION,
        "createdAt": MADE_AT,
        "lastEditedAt": MADE_AT,
        "categories": [_category(number, kind, shown[kind]) for number, kind in enumerate(schema.kinds, 1)],
        "labels": {
            kind.label: [{"propertyKey": name, "type": kind.label, "dataType": type_} for name, type_ in own.items()]
            for kind, own in shown.items()
        },
        "relationshipTypes": [_relationship_type(each) for each in types.values()],
        "palette": {"colors": (colours * 14)[:14], "currentIndex": 0},
        "templates": [_template(name, MADE_AT + number) for number, name in enumerate(PHRASES)],
        "sceneActions": [_action(name, MADE_AT + number) for number, name in enumerate(ACTIONS)],
        "hiddenRelationshipTypes": [],
        "hiddenCategories": [],
        "hideUncategorisedData": True,
        "isAuto": False,
        "parentPerspectiveId": None,
        "metadata": {"pathSegments": segments, "indexes": _indexes(shown), "stats": stats},
    }


def _type(property_: Property) -> str:
    return _TYPES.get(property_.type, "array")


def _category(number: int, kind: NodeKind, shown: Mapping[str, str]) -> dict[str, object]:
    return {
        "id": number,
        "name": kind.name.capitalize(),
        "labels": [kind.label],
        "properties": [{"name": name, "exclude": False, "dataType": type_} for name, type_ in shown.items()],
        "createdAt": MADE_AT,
        "lastEditedAt": MADE_AT,
        "color": colour_of(kind),
        "size": 1 if kind.searched else 0.5,
        "icon": _ICONS.get(kind.section, "no-icon"),
        "captionKeys": ["0_CATEGORY_NAME_CAPTION_KEY", "text"],
        "styleRules": [],
    }


def _relationship_type(joins: list[RelationshipKind]) -> dict[str, object]:
    held = {each.name: each for one in joins for each in (*EVERY, *one.properties)}
    return {
        "id": joins[0].type,
        "name": joins[0].type,
        "properties": [{"name": name, "exclude": False, "dataType": _type(each)} for name, each in held.items()],
        "color": RELATIONSHIP_COLOURS[joins[0].role],
        "size": 2 if joins[0].role == "replaces" else 1,
        "captionKeys": ["0_REL_TYPE_CAPTION_KEY"],
    }


def _indexes(shown: Mapping[NodeKind, Mapping[str, str]]) -> list[Mapping[str, object]]:
    """Return the indexes by which Bloom may complete what is typed: full text over the one label of all kinds."""
    text = next(index for index in INDEXES if index.name == TEXT_INDEX)
    full: Mapping[str, object] = {
        "type": "full-text",
        "state": "ONLINE",
        "entityType": "NODE",
        "tokenNames": ["Clew"],
        "name": text.name,
        "propertyNames": list(text.properties),
        "provider": {"key": "fulltext", "version": "1.0"},
        "propertyKeys": [],
    }
    known: list[Mapping[str, object]] = [
        {
            "label": kind.label,
            "type": "native",
            "isMetadataPropIndex": True,
            "propertyKeys": [{"key": name, "metadataProp": True} for name in own],
        }
        for kind, own in shown.items()
    ]
    return [full, *known]


def _statement(name: str) -> tuple[str, str, str]:
    """Return the Cypher of a file of `cypher/bloom/`, and of its header the words that a person types, and what for."""
    query = load(f"bloom/{name}")
    words, _, meaning = query.purpose.partition(": ")
    return "\n".join(line for line in query.text.splitlines() if not line.startswith("//")), words, meaning


def _template(name: str, made_at: int) -> dict[str, object]:
    cypher, words, meaning = _statement(name)
    parameters = [
        {
            "name": f"${parameter}",
            "dataType": type_.capitalize(),
            "collapsed": False,
            "suggestionLabel": _SUGGESTIONS[parameter][0],
            "suggestionProp": _SUGGESTIONS[parameter][1],
            "suggestionBoolean": None,
            "cypher": None,
        }
        for parameter, type_ in load(f"bloom/{name}").parameters.items()
    ]
    return {
        "name": meaning,
        "id": f"tmpl:{made_at}",
        "createdAt": made_at,
        "text": words,
        "cypher": cypher,
        "isUpdateQuery": None,
        "hasCypherErrors": False,
        "params": parameters,
    }


def _action(name: str, made_at: int) -> dict[str, object]:
    cypher, words, _ = _statement(name)
    return {
        "name": words,
        "id": f"action:{made_at}",
        "createdAt": made_at,
        "cypher": cypher,
        "categories": [],
        "relationshipTypes": [],
        "isUpdateQuery": False,
        "hasCypherErrors": False,
    }
