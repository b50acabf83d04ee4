"""Writes what follows from the declaration into the files that hold it: lists in Cypher, tables in the docs.

A list in a file stands between marks, and is the declaration's, as ``/*walked*/NEXT|MENTIONS/**/``; the file runs in a
console as it is. Dynamic types, ``-[:$any($types)]-``, would need no list. With them the statement of recall's walk
took 1.14 times as long (95 % interval 1.04 to 1.23), and 9,645 database hits for 5,120, in a space of 2,500 turns.

`make schema` runs this module; a test holds that it would change nothing.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from clew.graph.schema.declaration import Schema, declared
from clew.graph.schema.kinds import EVERY, PLACED
from clew.graph.schema.properties import STATED, VALID_FROM
from clew.graph.schema.relationships import Role

_CHECKOUT = Path(__file__).parents[2]
_LIST = re.compile(r"/\*(?P<name>[a-z ]+)\*/[^/]*/\*\*/")
_TABLE = re.compile(r"(?P<begin><!-- schema: (?P<name>[a-z]+) -->\n).*?(?P<end><!-- schema -->)", re.DOTALL)


def lists(schema: Schema) -> Mapping[str, str]:
    """Return what stands between the marks in Cypher, by name."""
    walked = [each.type for each in schema.relationships if each.weight > 0]
    derived = schema.derived_kinds()
    # What is derived holds for a time, and a text stays what was said.
    dated = [each for each in schema.kinds if VALID_FROM in each.required and not each.is_text and not each.part_of]
    names = [each for each in schema.relationships if each.role == "names"]
    # Things of a scene have by these the words that a text names them by.
    instances = [each.type for each in names if schema.kind(each.source).section == "scene"]
    # A text may have these only because of what rests on it, which gives it them by the "stating" ones.
    stated = [each.type for each in schema.relationships if STATED in each.properties]
    by_name = {
        "walked": walked,
        "mentioning": [each.type for each in names if each.type in walked and not each.is_constituent],
        "instances": instances,
        "constituents": [each.type for each in names if each.is_constituent],
        "counted": [each for each in walked if each not in instances],
        **{_words(role): schema.types_with_role(role) for role in get_args(Role)},
        "topics": [each.type for each in schema.relationships if each.target == "Concept"],
        "stated": stated,
        "stating": [each.type for each in names if each.source in derived and each.type not in stated],
        "dated": [kind.label for kind in dated],
        "derived": derived,
    }
    return {name: "|".join(dict.fromkeys(each)) for name, each in by_name.items()}


def tables(schema: Schema) -> Mapping[str, str]:
    """Return the tables of the docs, by name."""
    of_all = {each.name for each in (*PLACED, *EVERY)}
    kinds = [
        [f"`{kind.label}`", kind.section, kind.meaning, ", ".join(f"`{x}`" for x in kind.properties if x not in of_all)]
        for kind in schema.kinds
    ]
    relationships = [
        [f"`{each.type}`", f"{each.source} → {each.target}", _words(each.role), f"{each.weight:g}", each.meaning]
        for each in schema.relationships
    ]
    return {
        "kinds": _table("label, beside `Clew`|section|is|holds", kinds),
        "relationships": _table("type|from → to|role|walk weight|is", relationships),
    }


def _words(role: str) -> str:
    return role.replace("_", " ")


def _table(head: str, rows: list[list[str]]) -> str:
    columns = head.split("|")
    return "\n".join([*(f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *rows]), ""])


def with_lists(text: str, schema: Schema) -> str:
    """Return a statement with the declaration's lists."""
    by_name = lists(schema)
    return _LIST.sub(lambda match: f"/*{match['name']}*/{by_name[match['name']]}/**/", text)


def with_tables(text: str, schema: Schema) -> str:
    """Return a page of the docs with the declaration's tables."""
    by_name = tables(schema)
    return _TABLE.sub(lambda match: f"{match['begin']}{by_name[match['name']]}{match['end']}", text)


def outdated(checkout: Path, schema: Schema) -> dict[Path, str]:
    """Return the files that do not hold what is declared, each with the text that does."""
    wanted = {file: with_lists(file.read_text("utf-8"), schema) for file in sorted(checkout.glob("cypher/**/*.cypher"))}
    wanted |= {file: with_tables(file.read_text("utf-8"), schema) for file in sorted(checkout.glob("docs/*.md"))}
    return {file: text for file, text in wanted.items() if text != file.read_text("utf-8")}


if __name__ == "__main__":
    for file, text in outdated(_CHECKOUT, declared()).items():
        file.write_text(text, "utf-8")
        print(file.relative_to(_CHECKOUT))  # noqa: T201 - for whoever ran make
