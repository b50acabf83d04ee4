"""Proves that memories are gone: looks through all that a space holds for their ids and words.

A text of some length is looked for inside others, a shorter one as a whole. Names that others use are looked for by
their ids alone. A turn, a passage or a sighting that says the same by itself is a source, and no trace: it is counted.
"""

import gzip
import hashlib
import json
import re
import secrets
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, cast

from clew.errors import Unsupported
from clew.graph.drafts import DRAFT
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import Space
from clew.graph.space_file import BOUND
from clew.loaders.batches import batches
from clew.model import Receipt
from clew.model.proof import Certificate, Trace
from clew.text.instants import now

Node = Mapping[str, Any]

LEAST_CHARACTERS = 20
"""Characters of a text that is looked for inside others; a shorter one is in many by chance."""

PAGE_NODES = 1000
MOST_ASKED = 200  # forgotten memories for which the indexes are asked, of each forgetting
HITS = 20  # of the indexes, for each
WORDS = frozenset(
    {
        *("text", "caption", "metadata", "value", "goal", "observation", "outcome", "rationale", "cause", "effect"),
        *("action", "title", "session_text", "key"),
    }
)
"""Properties that hold words of a memory; of all others its id and what it is called by."""


@dataclass(slots=True)
class Sought:
    """Ids and texts of memories, as they were before these were forgotten."""

    ids: dict[str, str] = field(default_factory=dict[str, str])  # each with itself
    projections: set[str] = field(default_factory=set[str])  # names of those that were in the server's heap
    short: dict[str, str] = field(default_factory=dict[str, str])  # texts, each with the id of its memory
    long: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])  # likewise, by their beginnings
    asked: list[dict[str, object]] = field(default_factory=list[dict[str, object]])  # questions to the indexes

    @property
    def texts(self) -> set[str]:
        """All texts."""
        return {*self.short, *(text for texts in self.long.values() for text in texts)}

    def add(self, node: Node, key: str) -> None:
        """Take in a memory of the space with this key."""
        id = str(node["id"])
        self.ids[id] = id
        words = str(node.get("text", "")) if node["kind"] not in _named() else ""
        if len(self.asked) < MOST_ASKED:
            some = list(islice(re.findall(r"\w{3,}", words.lower()), 8))
            query = f'+space_key:"{key}"^0 +search_text:({" ".join(some)})' if some else ""
            self.asked.append({"words": query, "vector": node.get("embedding")})
        for name in WORDS & node.keys() if words else ():
            text = str(node[name]).strip()
            if len(text) >= LEAST_CHARACTERS:
                self.long.setdefault(text[:LEAST_CHARACTERS], {})[text] = id
            elif text and text != "{}":
                self.short[text] = id

    def within(self, name: str, value: str) -> Iterator[tuple[str, str]]:
        """Yield what a property holds of these: each id or text, and whose it is."""
        for whole in (self.ids, self.short) if name in WORDS else (self.ids,):
            if value.strip() in whole:
                yield value.strip(), whole[value.strip()]
        for start in range(len(value) - LEAST_CHARACTERS + 1) if self.long else ():
            for text, id in self.long.get(value[start : start + LEAST_CHARACTERS], {}).items():
                if value.startswith(text, start):
                    yield text, id


def sought(space: Space, ids: Iterable[str]) -> Sought:
    """Return what is to be looked for when these memories are forgotten; they are there still."""
    found = Sought(projections=_projections(space))
    for some in batches(list(ids), PAGE_NODES):
        for node in space.read(load("maintain/nodes_by_id", dict[str, Any]), ids=some):
            found.add(node, space.key)
    return found


def prove(space: Space, receipt: Receipt, before: Sought, folders: Iterable[Path] = ()) -> Certificate:
    """Look through a space after a forgetting. Return what was looked for, where, and what was found.

    Args:
        space: that it was forgotten from.
        receipt: of the forgetting.
        before: what is looked for.
        folders: that drafts of exports are looked for in, which killed processes left.
    """
    traces, said, gone = list[tuple[str, Trace]](), set[str](), {*receipt.ids}
    counts = Counter[str]()
    for count, place, values, is_source in _held(space):
        counts[count] += 1
        counts["properties"] += len(values)
        for name, value in values:
            for text, of in before.within(name, value):
                if of in gone:
                    traces.append((text, Trace(place, name, of)))
                    said |= {text} if is_source and name in WORDS else set()
    hits, left = 0, list[str]()
    if before.asked:
        query = load("maintain/found_in_indexes", tuple[int, list[str]])
        ((hits, left),) = space.read(query, rows=before.asked, ids=sorted(gone), limit=HITS)
    found = [trace for text, trace in traces if text not in said] + [Trace("index", "", id) for id in left]
    found += _beside(space, before, folders, counts)
    salt = secrets.token_hex(16)
    texts = {text for text in before.texts if len(text) >= LEAST_CHARACTERS} - said
    return Certificate(
        space=space.name,
        asked=receipt.asked,
        at=now(),
        receipt=receipt_digest(receipt),
        ids=len(gone),
        texts=len(before.texts),
        looked_through=dict(counts) | {"hits of the indexes": hits},
        elsewhere=len(said),
        found=tuple(dict.fromkeys(found)),
        salt=salt,
        digests=tuple(sorted(_digest(salt, each) for each in {*gone, *texts})),
    )


def _beside(space: Space, before: Sought, folders: Iterable[Path], counts: Counter[str]) -> Iterator[Trace]:
    """Yield what projections and drafts still hold; count these."""
    counts["projections"] = len(before.projections)
    yield from (Trace(f"projection {name}", "", "") for name in sorted(before.projections & _projections(space)))
    for path in drafts(folders):
        counts["drafts"] += 1
        yield from (Trace(str(path), "", of) for text in texts_in(path) for _, of in before.within("text", text))


def check(space: Space, certificate: Certificate) -> tuple[Trace, ...]:
    """Return where the space holds a whole id or text of a certificate, of which only digests are known."""
    wanted = {*certificate.digests}
    return tuple(
        Trace(place, name, "")
        for _, place, values, _ in _held(space)
        for name, value in values
        if _digest(certificate.salt, value.strip()) in wanted
    )


def receipt_digest(receipt: Receipt) -> str:
    """Return the SHA-256 of a receipt."""
    told = {name: value for name, value in asdict(receipt).items() if name != "proof"}
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _held(space: Space) -> Iterator[tuple[str, str, Sequence[tuple[str, str]], bool]]:
    """Yield each node and relationship of a space: what it is, its place, its texts, and whether it is a source."""
    after, copied = "", {*declared().derived_kinds(), *_named()}
    sources = {kind.label for kind in declared().kinds if kind.section != "frame"} - copied
    columns = tuple[str, str, str, dict[str, Any]]
    while page := space.read(load("maintain/export_nodes", dict[str, Any]), after=after, limit=PAGE_NODES):
        after = str(page[-1]["id"])
        for node in page:
            yield "nodes", str(node["id"]), _texts(node), node["kind"] in sources
        ids = [str(node["id"]) for node in page]
        for type_, source, target, properties in space.read(load("maintain/export_relationships", columns), ids=ids):
            yield "relationships", f"{source} -[{type_}]-> {target}", _texts(properties), False


def _texts(properties: Node) -> list[tuple[str, str]]:
    """Return the texts of properties, those in lists too."""
    found: list[tuple[str, str]] = []
    for name, value in properties.items():
        values = cast("list[object]", value) if isinstance(value, list) else [value]
        found += [(name, each) for each in values if isinstance(each, str) and name not in BOUND]
    return found


def _projections(space: Space) -> set[str]:
    """Return the names of our projections in the server's heap; none where it lacks Graph Data Science."""
    try:
        return {name for name, _ in space.graph.read(load("maintain/projections", tuple[str, float]), prefix="clew-")}
    except Unsupported:
        return set()


def _named() -> set[str]:
    """Return the labels of what is a name of something: another may use its words."""
    return {each.target for each in declared().relationships if each.role == "names"}


def _digest(salt: str, value: str) -> str:
    return hashlib.sha256(f"{salt}{value}".encode()).hexdigest()


MOST_CHARACTERS = 10_000_000  # of a line that is looked at; what is longer is looked at in pieces of that size


def drafts(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield each file of a draft that lies in one of some folders; what cannot be looked into is passed over."""
    for folder in dict.fromkeys(each.resolve() for each in folders):
        for left in sorted(folder.glob(f"{DRAFT}*.part")):
            yield from (each for each in sorted((left, *left.rglob("*"))) if each.is_file())


def texts_in(path: Path) -> Iterator[str]:
    """Yield the texts that a draft holds: those of its JSON lines, and each other line as it is."""
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", errors="replace") as file:
            while line := file.readline(MOST_CHARACTERS):
                try:
                    yield from _strings(json.loads(line))
                except (ValueError, RecursionError):
                    yield line.replace('""', '"')  # as a file of a bulk export writes quotation marks
    except (OSError, EOFError, zlib.error):  # it went meanwhile, is somebody else's, or is cut off here
        return


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in cast("dict[str, object]", value).values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in cast("list[object]", value):
            yield from _strings(each)
