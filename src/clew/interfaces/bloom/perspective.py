"""The perspective as one JSON document, in the shape that Bloom 2.7.0 exports.

Everything in it follows from the declaration and from `cypher/bloom/`: a new kind has its category, its colour and
its relationships without a change here. The same declaration gives the same file, byte for byte.
"""

import hashlib
import uuid
from collections.abc import Iterable, Mapping

from clew.graph.schema import INDEXES, TEXT_INDEX, NodeKind, Property, RelationshipKind, Schema, declared
from clew.graph.schema.relationships import EVERY
from clew.interfaces.bloom.phrases import actions, templates
from clew.interfaces.pages.colours import RELATIONSHIP_COLOURS, colour_of

VERSION = "2.7.0"
NAME = "Clew"

MADE_AT = 1_767_225_600_000
"""Milliseconds; of every time stamp, so that a file that is made again does not differ."""

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
state, address, login and account. A family without one has none."""

_SIZES: Mapping[bool, float] = {True: 1, False: 0.5}


def perspective() -> dict[str, object]:
    """Return the perspective of everything that is declared."""
    schema = declared()
    types = _by_type(schema.relationships)
    return {
        "name": NAME,
        "id": str(uuid.UUID(hashlib.sha256(NAME.encode()).hexdigest()[:32])),
        "version": VERSION,
        "createdAt": MADE_AT,
        "lastEditedAt": MADE_AT,
        "categories": [_category(number, kind) for number, kind in enumerate(schema.kinds, 1)],
        "labels": {kind.label: _label(kind) for kind in schema.kinds},
        "relationshipTypes": [_relationship_type(each) for each in types.values()],
        "palette": {"colors": _palette(schema), "currentIndex": 0},
        "templates": templates(MADE_AT),
        "sceneActions": actions(MADE_AT),
        "hiddenRelationshipTypes": [],
        "hiddenCategories": [],
        "hideUncategorisedData": True,
        "isAuto": False,
        "parentPerspectiveId": None,
        "metadata": {"pathSegments": _segments(schema), "indexes": _indexes(schema), "stats": _stats(schema, types)},
    }


def _category(number: int, kind: NodeKind) -> dict[str, object]:
    return {
        "id": number,
        "name": kind.name.capitalize(),
        "labels": [kind.label],
        "properties": [{"name": name, "exclude": False, "dataType": type_} for name, type_ in _shown(kind).items()],
        "createdAt": MADE_AT,
        "lastEditedAt": MADE_AT,
        "color": colour_of(kind),
        "size": _SIZES[bool(kind.searched)],
        "icon": _ICONS.get(kind.family, "no-icon"),
        "captionKeys": ["0_CATEGORY_NAME_CAPTION_KEY", "text"],
        "styleRules": [],
    }


def _shown(kind: NodeKind) -> dict[str, str]:
    """Return the properties that a person may want to see, with Bloom's types: all but vectors, which Bloom hides."""
    return {name: _type(each) for name, each in kind.properties.items() if name != "embedding"}


def _type(property_: Property) -> str:
    return _TYPES.get(property_.type, "array")


def _label(kind: NodeKind) -> list[dict[str, str]]:
    return [{"propertyKey": name, "type": kind.label, "dataType": type_} for name, type_ in _shown(kind).items()]


def _by_type(relationships: Iterable[RelationshipKind]) -> dict[str, list[RelationshipKind]]:
    found: dict[str, list[RelationshipKind]] = {}
    for each in relationships:
        found.setdefault(each.type, []).append(each)
    return found


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


def _palette(schema: Schema) -> list[str]:
    """Return the 14 colours that Bloom offers for more categories: ours first, each once, then again from the start."""
    colours = list(dict.fromkeys([*map(colour_of, schema.kinds), *RELATIONSHIP_COLOURS.values()]))
    return (colours * 14)[:14]


def _segments(schema: Schema) -> list[dict[str, str]]:
    return [
        {"source": each.source, "relationshipType": each.type, "target": each.target} for each in schema.relationships
    ]


def _indexes(schema: Schema) -> list[Mapping[str, object]]:
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
            "propertyKeys": [{"key": name, "metadataProp": True} for name in _shown(kind)],
        }
        for kind in schema.kinds
    ]
    return [full, *known]


def _stats(schema: Schema, types: Mapping[str, object]) -> dict[str, object]:
    """Return the counts that Bloom renews when it connects."""
    return {"labels": {kind.label: 0 for kind in schema.kinds}, "relationshipTypes": dict.fromkeys(types, 0)}
