"""Memory's space as the long-term store of LangGraph's graphs and agents.

    store = ClewStore(memory)
    agent = create_agent(model, tools, store=store)
    store.put(("users", "ann"), "city", {"text": "Ann lives in Lisbon."})
    store.search(("users",), query="Where does Ann live?")

Items are nodes of the memory's space: nothing of another space is reached under any namespace. They are forgotten,
exported and restored with it. The database's clock says when an item's time to live is over.
"""

import json
import logging
from collections.abc import Iterable, Sequence
from threading import TIMEOUT_MAX, Event, Thread
from typing import Any, cast

from clew.api.async_memory import THREADS
from clew.api.memory import Memory
from clew.api.operations import operation, writes
from clew.embedding.unicode import well_formed
from clew.errors import MissingDependency, install_hint
from clew.loaders.items import items as writing
from clew.model.items import NewItem, StoredItem, Unusable, check_filter, check_minutes, check_names, dump, item_id
from clew.retrieval import items as reading
from clew.text.arguments import check_arguments, quoted

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        InvalidNamespaceError,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        TTLConfig,
        get_text_at_path,
        validate_op_namespace,
    )
except ImportError as error:
    raise MissingDependency(f"a store of LangGraph needs langgraph; {install_hint('langgraph')}") from error

WHOLE_VALUE = ("$",)


class ClewStore(BaseStore):
    """A LangGraph store over one memory. Thread-safe; the memory is the caller's to close.

    A batch reads first, then writes in one transaction; of one name the last write counts. Search by meaning compares
    with each text in the namespace exactly, by the memory's encoder.

    Attributes:
        memory: its space is the only one that is read and written.
        fields: paths of the texts in values that search by meaning finds an item by; empty: there is no such search.
        ttl_config: LangGraph's; `omit_expired` is True where it says nothing.
    """

    supports_ttl = True

    def __init__(self, memory: Memory, *, fields: Sequence[str] = WHOLE_VALUE, ttl: TTLConfig | None = None) -> None:
        """Open a memory's space as a store.

        Args:
            memory: an open one.
            fields: paths such as ``text`` or ``chapters[*].title``; ``$`` is the whole value.
            ttl: how long items stay; None: those without a time of their own stay for good.

        Raises:
            Unusable: `fields` is no list of texts, or a time in `ttl` is negative or no number.
        """
        if not isinstance(memory, Memory):  # pyright: ignore[reportUnnecessaryIsInstance] - the caller may be wrong
            raise Unusable(f"memory is a {type(memory).__name__}; give an open Memory")
        if ttl is not None and not isinstance(ttl, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise Unusable(f"ttl is {quoted(ttl)}; give a mapping, or None")
        _check_paths("fields", fields)
        self.memory = memory
        self.fields = tuple(fields)
        self.ttl_config = ttl
        if (minutes := (ttl or {}).get("default_ttl")) is not None:
            check_minutes("default_ttl", minutes)
        if (minutes := (ttl or {}).get("sweep_interval_minutes")) is not None:
            _check_interval(minutes)
        self._sweeper: Thread | None = None
        self._is_over = Event()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations: what is read is as it was before, what is written is one transaction.

        Raises:
            InvalidNamespaceError: a label is empty, is no text, or holds a period; nothing was written.
            Unusable: something cannot be stored or asked for; nothing was written.
        """
        try:
            given = list(ops)
        except Exception:  # noqa: BLE001 - the caller's own iteration may fail in any way
            raise Unusable(f"ops is {quoted(ops)}; give operations of langgraph.store.base") from None
        for op in given:
            _check(op)
        puts = list[NewItem]()
        for op in given:
            if isinstance(op, PutOp):
                value = None if op.value is None else dump(op.value)
                texts = ()
                if value is not None and op.index is not False and self.fields:
                    texts = _texts(json.loads(value), self.fields if op.index is None else op.index)
                puts.append(NewItem(tuple(op.namespace), op.key, value, op.ttl, texts))
        gets = [op for op in given if isinstance(op, GetOp)]
        names = [(tuple(op.namespace), op.key) for op in gets]
        got = reading.get(self.memory.space, names, omit_expired=self._omits_expired)
        used = {item_id(*name) for name, op in zip(names, gets, strict=True) if op.refresh_ttl}
        self._refresh([each for id, each in got.items() if id in used])
        results = [self._result(op, got) for op in given]
        if puts:
            self._write(puts)
        return results

    @operation("ClewStore.put")
    @writes
    def _write(self, puts: Sequence[NewItem]) -> int:
        writing.write(self.memory.space, puts)
        return len(puts)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do as `batch`, in a thread."""
        return await THREADS.run(lambda _: self.batch(list(ops)))

    @operation("ClewStore.sweep_ttl")
    @writes
    def sweep_ttl(self) -> int:
        """Delete the items whose time to live is over, and return how many went."""
        return writing.sweep(self.memory.space)

    def start_ttl_sweeper(self, sweep_interval_minutes: float | None = None) -> bool:
        """Sweep again and again in a thread of its own until `stop_ttl_sweeper`, or the process ends.

        Args:
            sweep_interval_minutes: None: as `ttl` says.

        Returns:
            True if a sweeper runs: none does where no interval is known.

        Raises:
            Unusable: the interval is 0, negative or no number.
        """
        minutes = (self.ttl_config or {}).get("sweep_interval_minutes")
        minutes = minutes if sweep_interval_minutes is None else sweep_interval_minutes
        if minutes is None:
            return False
        _check_interval(minutes)
        if self._sweeper is not None and self._sweeper.is_alive():
            return True
        self._is_over = is_over = Event()

        def sweep() -> None:
            while not is_over.wait(minutes * 60):
                try:
                    self.sweep_ttl()
                except Exception:
                    logging.getLogger(__name__).exception("a sweep of expired items failed; the next one tries again")

        self._sweeper = Thread(target=sweep, daemon=True)
        self._sweeper.start()
        return True

    @check_arguments
    def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:
        """End the sweeper, and return whether it ended in so many seconds.

        Raises:
            InvalidInput: `timeout` is no number of seconds.
        """
        if timeout is not None and not 0 <= timeout <= TIMEOUT_MAX:
            raise Unusable(f"timeout is {timeout}; give 0 seconds or more, or None")
        self._is_over.set()
        if self._sweeper is not None:
            self._sweeper.join(timeout)
        return self._sweeper is None or not self._sweeper.is_alive()

    @property
    def _omits_expired(self) -> bool:
        return (self.ttl_config or {}).get("omit_expired", True)

    def _result(self, op: Op, got: dict[str, StoredItem]) -> Result:
        match op:
            case GetOp():
                if (found := got.get(item_id(tuple(op.namespace), op.key))) is None:
                    return None
                return Item(
                    value=found.value,
                    key=found.key,
                    namespace=found.namespace,
                    created_at=found.created_at,
                    updated_at=found.updated_at,
                )
            case SearchOp():
                return self._searched(op)
            case ListNamespacesOp():
                return self._listed(op)
            case _:
                return None

    def _searched(self, op: SearchOp) -> list[SearchItem]:
        found = reading.search(
            self.memory.space,
            tuple(op.namespace_prefix),
            query=op.query if self.fields else None,
            condition=op.filter,
            limit=op.limit,
            offset=op.offset,
            omit_expired=self._omits_expired,
        )
        if op.refresh_ttl:
            self._refresh(found)
        return [
            SearchItem(each.namespace, each.key, each.value, each.created_at, each.updated_at, each.score)
            for each in found
        ]

    def _refresh(self, found: Sequence[StoredItem]) -> None:
        passing = [each.id for each in found if each.is_passing]
        if passing and not self.memory.space.graph.only_reads:
            writing.refresh(self.memory.space, passing)

    def _listed(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        conditions = op.match_conditions or ()
        found = reading.namespaces(self.memory.space, omit_expired=self._omits_expired)
        fitting = list(found)
        for condition in conditions:
            path = tuple(condition.path)
            fitting = [each for each in fitting if len(each) >= len(path)]
            for number, wanted in enumerate(path):
                place = number if condition.match_type == "prefix" else number - len(path)
                fitting = [each for each in fitting if wanted in ("*", each[place])]
        if op.max_depth is not None:
            fitting = sorted({each[: op.max_depth] for each in fitting})
        return fitting[op.offset : op.offset + op.limit]


def _check(op: Op) -> None:
    """Check an operation before anything is read or written."""
    try:
        validate_op_namespace(op)
    except InvalidNamespaceError:
        raise
    except Exception:  # noqa: BLE001 - its message shows the labels, whose own __repr__ may fail in any way
        raise Unusable("a namespace is no tuple of texts; give one") from None
    match op:
        case GetOp() | PutOp():
            check_names(op.namespace, op.key)
        case SearchOp():
            check_names(op.namespace_prefix)
            _check_page(op.limit, op.offset)
            if op.query is not None and not isinstance(op.query, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise Unusable(f"query is {quoted(cast('object', op.query))}; give a text, or None")
            if op.filter is not None:
                check_filter(op.filter)
        case ListNamespacesOp():
            _check_page(op.limit, op.offset)
            if op.max_depth is not None:
                _check_page(op.max_depth, 0)
        case _:  # pyright: ignore[reportUnnecessaryComparison] - the caller may be wrong
            raise Unusable(f"Unknown operation type: {type(op)}; give operations of langgraph.store.base")


def _check_page(*counts: int) -> None:
    for count in counts:
        if type(count) is not int or not 0 <= count < 2**31:
            raise Unusable(f"a limit, offset or depth is {quoted(count)}; give a whole number, 0 or more")


def _check_interval(minutes: object) -> None:
    check_minutes("sweep_interval_minutes", minutes)
    if not minutes:
        raise Unusable("sweep_interval_minutes is 0, which would never pause; give more than 0 minutes, or None")


def _check_paths(name: str, paths: object) -> None:
    given = cast("Sequence[object]", paths) if isinstance(paths, list | tuple) else (None,)
    if not all(isinstance(each, str) for each in given):
        raise Unusable(f"{name} is {quoted(cast('object', paths))}; give a list of paths")


def _texts(value: Any, paths: Sequence[str]) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 - any JSON
    """Return the texts of a value at some paths, each with its path; the blank have no meaning to find."""
    _check_paths("index", paths)
    found: list[tuple[str, str]] = []
    for path in paths:
        texts = get_text_at_path(value, path)
        found += [(path if len(texts) == 1 else f"{path}.{number}", text) for number, text in enumerate(texts)]
    return tuple((well_formed(path), well_formed(text)) for path, text in found if text.strip())
