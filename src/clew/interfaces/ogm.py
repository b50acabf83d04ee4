"""Memory in py2neo: read models of every kind, and whole spaces in bulk, see docs/py2neo.md."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from clew.errors import (
    AccessDenied,
    Conflict,
    DatabaseError,
    InvalidInput,
    MissingDependency,
    Unreachable,
    install_hint,
)
from clew.graph.queries import load
from clew.graph.schema import Schema, declared
from clew.graph.schema.relationships import EVERY
from clew.graph.space_file import BOUND
from clew.loaders.batches import batches
from clew.text.instants import now
from clew.text.masking import conceal, masked

if TYPE_CHECKING:
    from clew.api.memory import Memory

INCOMING = "_INCOMING"  # ends the name of a relationship that is read from its target
PAGE_NODES = 1000  # nodes or relationships that one statement reads or writes
_KEY = ("Clew", "space", "id")

Row = dict[str, Any]


class SpaceLink(NamedTuple):
    """A relationship between two memories, by their ids."""

    source: str
    target: str
    properties: Row


@dataclass(frozen=True, slots=True)
class SpaceRows:
    """The content of a space: nodes by label, each with its properties, and relationships by type."""

    nodes: Mapping[str, Sequence[Row]]
    links: Mapping[str, Sequence[SpaceLink]]


def library(module: str = "py2neo") -> Any:  # noqa: ANN401 - py2neo has no types
    """Return a module of py2neo."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        message = f"models of py2neo need the package {error.name!r}; {install_hint('py2neo')}"
        raise MissingDependency(message) from error


def connect(uri: str, *, auth: tuple[str, str] | None = None, database: str = "neo4j") -> Any:  # noqa: ANN401
    """Return a `py2neo.Graph`.

    Args:
        uri: such as ``bolt://localhost:7687``; py2neo cannot route, so ``neo4j://`` is refused.
        auth: user and password; None where the server has authentication switched off.
        database: its name, which py2neo would guess wrongly.

    Raises:
        InvalidInput: the address is of another form.
        Unreachable, AccessDenied: as their names say.
    """
    if not uri.startswith(("bolt://", "bolt+s://", "bolt+ssc://")):
        raise InvalidInput(f"py2neo cannot reach {masked(uri)!r}; give the address of one server, bolt://host:7687")
    if auth:
        conceal(auth[1])
    with translated(uri):
        graph = library().Graph(uri, auth=auth, name=database)
        graph.run("RETURN 1")
        return graph


@contextmanager
def translated(uri: str) -> Generator[None]:
    """Turn what py2neo raises inside the block into one of our errors."""
    errors, wire = library("py2neo.errors"), library("py2neo.wiring")
    try:
        yield
    except (errors.ConnectionUnavailable, wire.WireError) as error:
        message = f"{masked(uri)}: py2neo gets no connection; give the address of a Neo4j that runs, and its password"
        raise Unreachable(message) from error
    except errors.Neo4jError as error:
        told = f"{masked(uri)}: {getattr(error, 'message', None) or error}"
        if "Security" in str(getattr(error, "code", "")):
            raise AccessDenied(f"{told}; give the right user and password") from error
        raise DatabaseError(told) from error


def models() -> Mapping[str, Any]:
    """Return the models by label. An instance has a kind's properties, and its relationships by their types.

    `fact.DERIVED_FROM` is what a fact rests on and `episode.DERIVED_FROM_INCOMING` is what rests on an episode; each
    gives models of whatever kind stands there. Models read. A change of one raises `InvalidInput`, because nodes that
    are written past Clew have no vector and no lock, and no forgetting finds them.

    Raises:
        MissingDependency: py2neo is not installed.
    """
    return _models(declared())


def memories(graph: Any, label: str, space: str) -> Any:  # noqa: ANN401 - py2neo has no types
    """Return the memories of a kind in a space: a match of py2neo, for `where`, `order_by`, `limit`, `first`.

    `where` takes properties, each with a value or a predicate of `py2neo.matching`; `order_by` takes names of
    properties. Neither takes Cypher: py2neo joins conditions as text, so that an ``OR`` would lead out of the space.

    Args:
        graph: of `connect`.
        label: such as ``Fact``.
        space: the tenant; without it a match would read those of all.

    Raises:
        InvalidInput: no such kind is declared; a condition or an order is Cypher, or names no property of the kind.
    """
    if label not in models():
        raise InvalidInput(f"no kind is labelled {label!r}; give one of {', '.join(models())}")
    of_kind: Any = models()[label].match(graph)
    of_py2neo = of_kind.__class__
    bound: Any = type(f"{label}Match", (_space_match(), of_py2neo), {"properties": declared().kind(label).properties})
    return bound(of_kind.graph, {"Clew", label}, [("_.space = $space", {"space": space})])


@cache
def _space_match() -> Any:  # noqa: ANN401 - py2neo has no types
    matching = library("py2neo.matching")
    base: Any = matching.NodeMatch

    class SpaceMatch(base):
        """A match whose first condition is its space, and which joins no text of a caller to it."""

        properties: Mapping[str, object]  # of its kind, by name

        def where(self, *predicates: object, **properties: object) -> Any:  # noqa: ANN401
            if predicates:
                raise InvalidInput(
                    f"where takes no Cypher, such as {predicates[0]!r:.60}; give properties: where(belief=GT(0.9)), "
                    "with GT of py2neo.matching"
                )
            # Numbered on from those that are there: py2neo begins anew, and the second `where` would replace the first.
            compiled = [
                matching.Predicate.cast(value).compile(self._named(name), number)
                for number, (name, value) in enumerate(properties.items(), len(self._predicates))
            ]
            conditions = (*self._predicates, *compiled)
            return type(self)(self.graph, self._labels, conditions, self._order_by, self._skip, self._limit)

        def order_by(self, *fields: str) -> Any:  # noqa: ANN401
            named = [field.strip().removeprefix("_.").partition(" ") for field in fields]
            for name, _, direction in named:
                if self._named(name) and direction.upper() not in ("", "ASC", "DESC"):
                    raise InvalidInput(f"{direction!r:.40} is no direction of {name}; give ASC or DESC")
            return base.order_by(self, *(f"_.{name} {direction}".strip() for name, _, direction in named))

        def _named(self, name: str) -> str:
            if name not in self.properties:
                raise InvalidInput(
                    f"{name!r:.60} is no property of this kind; give one of {', '.join(self.properties)}"
                )
            return name

    return SpaceMatch


@cache
def _models(schema: Schema) -> Mapping[str, Any]:
    ogm = library("py2neo.ogm")
    writing = ("__db_create__", "__db_delete__", "__db_merge__", "__db_push__")
    base: Any = type(ogm.Model)("Memory", (ogm.Model,), dict.fromkeys(writing, _refuse))
    property_: Any = type("ReadProperty", (ogm.Property,), {"__set__": _refuse})
    made = dict[str, Any]()

    class Anything(base):
        """Becomes the model of whatever kind a node is."""

        @classmethod
        def wrap(cls, node: Any) -> Any:  # noqa: ANN401
            return None if node is None else made[node["kind"]].wrap(node)

    for kind in schema.kinds:
        leaving = {each.type for each in schema.relationships if each.source == kind.label}
        entering = {each.type for each in schema.relationships if each.target == kind.label}
        attributes = {
            "__doc__": kind.meaning,
            "__primarylabel__": kind.label,
            "__primarykey__": "id",
            **{name: property_(name) for name in kind.properties},
            **{type_: ogm.RelatedTo(Anything, type_) for type_ in leaving},
            **{f"{type_}{INCOMING}": ogm.RelatedFrom(Anything, type_) for type_ in entering},
        }
        made[kind.label] = type(base)(kind.label, (base,), attributes)
    return made


def _refuse(*_: object, **__: object) -> None:
    raise InvalidInput("models of py2neo only read; change memory through clew.api.memory, which keeps it whole")


class _Utc(tzinfo):
    """UTC as py2neo can send it: it asks for the offset of a time of its own."""

    def utcoffset(self, _: object) -> timedelta:
        return timedelta(0)

    dst = utcoffset


def read_space(graph: Any, space: str) -> SpaceRows:  # noqa: ANN401 - py2neo has no types
    """Read all of a space as it is at one moment, while writers wait; without what belongs to its place, as an export.

    Raises:
        Conflict: the space is being forgotten.
    """
    nodes: dict[str, list[Row]] = {}
    links: dict[str, list[SpaceLink]] = {}
    with _transaction(graph) as transaction:
        if not _page(transaction, space, "", 1):
            return SpaceRows({}, {})
        if _is_closed(transaction, space):
            raise Conflict(f"space {space!r} is being forgotten, or much of it; wait")
        after = ""
        while page := _page(transaction, space, after):
            after = page[-1]["id"]
            for node in page:
                nodes.setdefault(node["kind"], []).append({k: v for k, v in node.items() if k not in BOUND})
            ids = [node["id"] for node in page]
            for row in transaction.run(load("maintain/export_relationships").text, {"space": space, "ids": ids}):
                link = SpaceLink(row["source"], row["target"], _native(row["properties"]))
                links.setdefault(row["type"], []).append(link)
    return SpaceRows(nodes, links)


def write_space(graph: Any, memory: "Memory", rows: SpaceRows) -> int:  # noqa: ANN401
    """Write rows of `read_space` into an empty space, all or nothing. Return the number of nodes.

    Args:
        graph: of `connect`, to the database of `memory`.
        memory: of the space; its encoder is the one that made the rows' vectors.
        rows: what shall be there.

    Raises:
        InvalidInput: a node or a relationship is not as its kind is declared; nothing was written.
        Conflict: the space holds memories already.
    """
    _check(rows, memory)
    placed = {"space": memory.space.name, "space_key": memory.space.key}
    bulk = library("py2neo.bulk")
    with _transaction(graph) as transaction:
        # The lock makes this the one writer of the space until the transaction ends.
        is_closed = _is_closed(transaction, placed["space"])
        if is_closed or any(node["kind"] != "Space" for node in _page(transaction, placed["space"], "")):
            raise Conflict(f"space {placed['space']!r} holds memories already; name an empty one")
        for label, nodes in rows.nodes.items():
            written = list[Row]()
            for node in nodes:
                own = {"space": placed["space"]}
                if node["kind"] == "Space":
                    own["text"] = placed["space"]
                if "search_text" in node or "session_text" in node:
                    own["space_key"] = placed["space_key"]
                written.append({**_sendable(node), **own})
            for page in batches(written, PAGE_NODES):
                bulk.merge_nodes(transaction, page, _KEY, labels={"Clew", label})
        for type_, links in rows.links.items():
            ends = [
                ((placed["space"], each.source), _sendable(each.properties), (placed["space"], each.target))
                for each in links
            ]
            for page in batches(ends, PAGE_NODES):
                bulk.create_relationships(transaction, page, type_, _KEY, _KEY)
        properties = [*(kind.properties.values() for kind in declared().kinds), EVERY]
        properties += [each.properties for each in declared().relationships]
        instants = sorted({each.name for own in properties for each in own if each.type == "ZONED DATETIME"})
        for statement in ("ogm/date_nodes", "ogm/date_relationships"):
            transaction.run(load(statement).text, {"space": placed["space"], "names": instants})
    return sum(map(len, rows.nodes.values()))


def _check(rows: SpaceRows, memory: "Memory") -> None:
    labels: dict[str, str] = {}
    for label, nodes in rows.nodes.items():
        for node in nodes:
            if fault := _fault(node, label, labels, memory.space.dimensions):
                raise InvalidInput(f"node {node.get('id')!r}: {fault}; read it again")
            labels[node["id"]] = label
    for type_, links in rows.links.items():
        joins = {(each.source, each.target): each for each in declared().relationships if each.type == type_}
        if not joins:
            raise InvalidInput(f"{type_!r} is no declared relationship type; give those of `read_space`")
        for each in links:
            named = f"{type_} from {each.source!r} to {each.target!r}"
            if missing := [end for end in (each.source, each.target) if end not in labels]:
                raise InvalidInput(f"{named}: there is no node {missing[0]!r}; give it as well")
            ends = labels[each.source], labels[each.target]
            fault = joins[ends].fault(each.properties) if ends in joins else f"a {ends[0]} has none to a {ends[1]}"
            if fault:
                raise InvalidInput(f"{named}: {fault}; read it again")


def _fault(node: Row, label: str, known: Mapping[str, str], dimensions: int) -> str:
    """Say what is wrong with a node under a label, beside the ids that are known by now; empty if nothing is."""
    kind = declared().by_label.get(label)
    if kind is None:
        return f"{label!r} is no declared kind"
    if fault := kind.fault(node):
        return fault
    if node["kind"] != label:
        return f"it stands under {label!r} and is of kind {node['kind']!r}"
    if node["id"] in known:
        return "it is there twice"
    size = len(node.get("embedding") or ()) or dimensions
    return "" if size == dimensions else f"its vector has {size} dimensions"


def _is_closed(transaction: Any, space: str) -> bool:  # noqa: ANN401
    """Lock the space until the transaction ends, and return whether it is being forgotten."""
    given = {"space": space, "now": now().replace(microsecond=0, tzinfo=_Utc()), "zone": ""}
    return bool(transaction.run(load("write/lock_space").text, given).data()[0]["closed"])


def _page(transaction: Any, space: str, after: str, limit: int = PAGE_NODES) -> list[Row]:  # noqa: ANN401
    given = {"space": space, "after": after, "limit": limit}
    return [_native(row["properties"]) for row in transaction.run(load("maintain/export_nodes").text, given)]


def _native(properties: Mapping[str, Any]) -> Row:
    """Return properties with Python's own times and tuples in place of py2neo's."""
    found = Row()
    for name, value in properties.items():
        if hasattr(value, "hour_minute_second"):
            # py2neo keeps seconds as a float, which may lie under a whole microsecond; its conversion drops the zone.
            (year, month, day), (hour, minute, seconds) = value.year_month_day, value.hour_minute_second
            minutes = datetime(year, month, day, hour, minute, tzinfo=value.tzinfo)
            found[name] = (minutes + timedelta(microseconds=round(float(seconds) * 1e6))).astimezone(UTC)
        else:
            found[name] = tuple(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value
    return found


def _sendable(properties: Row) -> Row:
    """Return properties as py2neo can send them: instants as text, which a statement turns into instants at the end."""
    found = dict(properties)
    for name, value in properties.items():
        if isinstance(value, datetime):
            found[name] = value.isoformat()
        elif name == "location":
            found[name] = library("interchange.geo").CartesianPoint(value)
    return found


@contextmanager
def _transaction(graph: Any) -> Generator[Any]:  # noqa: ANN401
    """Commit what the block did, or roll it back where it failed."""
    with translated(str(graph.service.uri)):
        transaction = graph.begin()
        try:
            yield transaction
        except BaseException:
            graph.rollback(transaction)
            raise
        graph.commit(transaction)
