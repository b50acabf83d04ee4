"""The store of LangGraph's graphs: one contract, held against LangGraph's own in-memory store and against ours."""

import asyncio
import functools
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain.agents import create_agent
from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore
from tests.scripted import Scripted

from clew.agents.store import ClewStore
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import ClewError, InvalidInput
from clew.graph.queries import parse
from clew.model.items import item_id

DOCS = ("docs",)
DEEP: Any = functools.reduce(lambda inner, _: (inner,), range(10_000), ())


class Made(NamedTuple):
    """Opens empty stores."""

    plain: Callable[[], BaseStore]
    indexed: Callable[[list[str]], BaseStore]


@pytest.fixture(params=["reference", "clew"])
def made(request: pytest.FixtureRequest, open_memory: Callable[..., Memory], encoder: MiniLM) -> Made:
    if request.param == "clew":
        return Made(lambda: ClewStore(open_memory(), fields=()), lambda fields: ClewStore(open_memory(), fields=fields))
    return Made(InMemoryStore, lambda fields: InMemoryStore(index={"dims": 384, "embed": encoder, "fields": fields}))


@pytest.fixture
def store(made: Made) -> BaseStore:
    return made.plain()


def keys(found: Any) -> list[str]:
    return [each.key for each in found]


class TestContract:
    """Both stores behave alike."""

    def test_what_is_put_is_got(self, store: BaseStore) -> None:
        value = {"text": "Ann", "deep": {"list": [1, 2.5, None, True, "é\ud800\x00"]}, "": {}}
        store.put(("users", "ann"), "a/b 'c' \"d\"", value)
        item = store.get(("users", "ann"), "a/b 'c' \"d\"")
        assert item is not None
        assert (item.namespace, item.key, item.value) == (("users", "ann"), "a/b 'c' \"d\"", value)
        assert item.created_at <= item.updated_at
        assert item.created_at.tzinfo is not None
        assert store.get(("users",), "a/b 'c' \"d\"") is None
        assert store.get(("users", "ann"), "other") is None
        assert store.get(("users", "ann", "x"), "a/b 'c' \"d\"") is None

    def test_a_value_is_replaced_whole(self, store: BaseStore) -> None:
        store.put(DOCS, "one", {"a": 1, "b": 2})
        store.put(DOCS, "one", {"b": 3})
        item = store.get(DOCS, "one")
        assert item is not None
        assert item.value == {"b": 3}
        assert keys(store.search(DOCS)) == ["one"]

    def test_what_is_deleted_is_gone_and_may_be_deleted_again(self, store: BaseStore) -> None:
        store.put(DOCS, "one", {})
        store.delete(DOCS, "one")
        store.delete(DOCS, "one")
        assert store.get(DOCS, "one") is None
        assert store.search(DOCS) == []

    def test_a_batch_reads_before_it_writes_and_the_last_write_counts(self, store: BaseStore) -> None:
        store.put(DOCS, "old", {"n": 0})
        results = store.batch(
            [
                PutOp(DOCS, "new", {"n": 1}),
                GetOp(DOCS, "new"),
                SearchOp(DOCS),
                PutOp(DOCS, "new", {"n": 2}),
                PutOp(DOCS, "old", None),
                GetOp(DOCS, "old"),
                ListNamespacesOp(),
            ]
        )
        assert (results[0], results[1], results[3], results[4]) == (None,) * 4
        assert keys(results[2]) == ["old"]
        assert results[5].value == {"n": 0}  # pyright: ignore
        assert results[6] == [DOCS]
        assert [each.value for each in store.search(DOCS)] == [{"n": 2}]

    def test_a_prefix_ends_at_a_label(self, store: BaseStore) -> None:
        for namespace in (("a",), ("a", "b"), ("a", "bc"), ("ab",), ("b", "a")):
            store.put(namespace, "/".join(namespace), {})
        assert set(keys(store.search(("a",)))) == {"a", "a/b", "a/bc"}
        assert keys(store.search(("a", "b"))) == ["a/b"]
        assert len(store.search(())) == 5
        assert store.search(("c",)) == []

    def test_pages_hold_each_item_once(self, store: BaseStore) -> None:
        for number in range(25):
            store.put(DOCS, f"{number}", {"n": number})
        assert keys(store.search(DOCS)) == [str(number) for number in range(10)]
        pages = [keys(store.search(DOCS, limit=7, offset=offset)) for offset in range(0, 28, 7)]
        assert [len(page) for page in pages] == [7, 7, 7, 4]
        assert [key for page in pages for key in page] == [str(number) for number in range(25)]
        assert keys(store.search(DOCS, filter={"n": {"$gte": 20}}, limit=3, offset=1)) == ["21", "22", "23"]
        assert store.search(DOCS, limit=0) == []

    @pytest.mark.parametrize(
        ("condition", "wanted"),
        [
            ({}, "abcd"),
            ({"kind": "x"}, "ab"),
            ({"kind": "x", "n": 2}, "b"),
            ({"n": {"$eq": 1}}, "a"),
            ({"n": {"$ne": 1}}, "bcd"),
            ({"kind": {"$ne": "x"}}, "cd"),
            ({"n": {"$gt": 2}}, "cd"),
            ({"n": {"$gte": 2}}, "bcd"),
            ({"n": {"$lt": 2}}, "a"),
            ({"n": {"$lte": 2.5}}, "ab"),
            ({"n": {"$gt": 1, "$lt": 4}}, "bc"),
            ({"n": {"$gt": "1"}}, "bcd"),
            ({"deep": {"tags": ["p", "q"]}}, "a"),
            ({"deep": {"tags": ["p"]}}, ""),
            ({"deep": {"n": {"$gt": 5}}}, "c"),
            ({"deep": {"missing": None}}, "abcd"),
            ({"deep": {}}, "abcd"),
            ({"missing": None}, "abcd"),
            ({"missing": "x"}, ""),
            ({"kind": None}, "d"),
            ({"missing": {"$ne": 1}}, "abcd"),
            ({"missing": {"$eq": None}}, "abcd"),
            ({"kind": {"a": 1}}, ""),
        ],
    )
    def test_filters(self, store: BaseStore, condition: dict[str, Any], wanted: str) -> None:
        store.put(DOCS, "a", {"kind": "x", "n": 1, "deep": {"tags": ["p", "q"], "n": 1}})
        store.put(DOCS, "b", {"kind": "x", "n": 2, "deep": {"tags": ["q", "p"], "n": 2}})
        store.put(DOCS, "c", {"kind": "y", "n": 3, "deep": {"tags": [], "n": 9}})
        store.put(DOCS, "d", {"kind": None, "n": 4, "deep": {"n": 5}})
        assert "".join(keys(store.search(DOCS, filter=condition))) == wanted

    def test_an_operator_that_nobody_knows(self, store: BaseStore) -> None:
        store.put(DOCS, "a", {"n": 1})
        with pytest.raises(ValueError, match=r"Unsupported operator: \$in"):
            store.search(DOCS, filter={"n": {"$in": [1]}})

    def test_namespaces_are_listed(self, store: BaseStore) -> None:
        for namespace in (
            ("a", "b", "c"),
            ("a", "b", "d", "e"),
            ("a", "b", "d", "i"),
            ("a", "b", "f"),
            ("a", "c", "f"),
            ("z",),
        ):
            store.put(namespace, "k", {})
        assert store.list_namespaces(prefix=("a", "b"), max_depth=3) == [
            ("a", "b", "c"),
            ("a", "b", "d"),
            ("a", "b", "f"),
        ]
        assert store.list_namespaces(suffix=("f",)) == [("a", "b", "f"), ("a", "c", "f")]
        assert store.list_namespaces(prefix=("a", "*", "f")) == [("a", "b", "f"), ("a", "c", "f")]
        assert store.list_namespaces(suffix=("d", "*")) == [("a", "b", "d", "e"), ("a", "b", "d", "i")]
        assert store.list_namespaces(prefix=("a",), suffix=("c", "f")) == [("a", "c", "f")]
        assert store.list_namespaces(limit=2, offset=1, max_depth=1) == [("z",)]
        assert len(store.list_namespaces()) == 6
        assert store.list_namespaces(limit=2) == [("a", "b", "c"), ("a", "b", "d", "e")]
        assert store.list_namespaces(prefix=("a", "b", "c", "d")) == []

    @pytest.mark.parametrize("namespace", [(), ("a.b",), ("",), ("a", ""), (1,), ("langgraph",), ("a\x00",)])
    def test_namespaces_that_cannot_be(self, store: BaseStore, namespace: Any) -> None:
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "k", {})
        assert store.search(()) == []

    def test_long_and_strange_names(self, store: BaseStore) -> None:
        namespace, key = ("*", "x" * 40_000, "'; MATCH (n) DETACH DELETE n //", "İß\u202e", " "), "k" * 40_000
        store.put(namespace, key, {"a": 1})
        store.put(namespace, "", {"b": 1})
        item = store.get(namespace, key)
        assert item is not None
        assert (item.namespace, item.key) == (namespace, key)
        assert set(keys(store.search(namespace[:2]))) == {key, ""}
        assert store.list_namespaces(suffix=(" ",)) == [namespace]

    def test_what_means_most_alike_comes_first(self, made: Made) -> None:
        store = made.indexed(["text"])
        store.put(DOCS, "cat", {"text": "My cat sleeps on the sofa."})
        store.put(DOCS, "tax", {"text": "The tax return is due in May."})
        store.put(DOCS, "dog", {"text": "A dog barks."})
        store.put(DOCS, "none", {"text": "My cat sleeps on the sofa."}, index=False)
        found = store.search(DOCS, query="pets that sleep")
        assert keys(found)[0] == "cat"
        assert keys(found)[-1] == "none"
        scores = [each.score for each in found]
        assert scores[-1] is None
        assert scores[:-1] == sorted((score for score in scores if score is not None), reverse=True)
        assert keys(store.search(DOCS, query="pets that sleep", limit=1)) == ["cat"]
        assert keys(store.search(DOCS, query="pets", limit=2, offset=1)) == keys(store.search(DOCS, query="pets"))[1:3]
        assert keys(store.search(DOCS, query="pets", filter={"text": "A dog barks."})) == ["dog"]
        assert [each.score for each in store.search(DOCS, query="")] == [None] * 4

    def test_fields_and_what_an_item_says_of_its_own(self, made: Made) -> None:
        store = made.indexed(["title", "chapters[*].text"])
        store.put(DOCS, "book", {"title": "Gardens", "chapters": [{"text": "roses"}, {"text": "steam engines"}]})
        store.put(DOCS, "note", {"title": "Gardens", "body": "locomotives and steam engines"}, index=["body"])
        store.put(DOCS, "bare", {"body": "steam engines"})
        found = {each.key: each.score for each in store.search(DOCS, query="steam engines")}
        assert found["book"] == pytest.approx(1.0, abs=1e-4)
        assert 0.5 < (found["note"] or 0) < 0.99
        assert found["bare"] is None

    def test_awaited_it_does_the_same(self, store: BaseStore) -> None:
        async def work() -> None:
            await asyncio.gather(*(store.aput(DOCS, f"{n}", {"n": n}) for n in range(5)))
            await store.adelete(DOCS, "4")
            item = await store.aget(DOCS, "3")
            assert item is not None
            assert item.value == {"n": 3}
            assert set(keys(await store.asearch(DOCS, filter={"n": {"$lt": 2}}))) == {"0", "1"}
            assert await store.alist_namespaces() == [DOCS]

        asyncio.run(work())


VALUES = st.dictionaries(st.sampled_from("ab"), st.integers(0, 3) | st.text(max_size=3) | st.none(), max_size=2)
NAMESPACES = st.lists(st.sampled_from("xyz"), max_size=3).map(tuple)
OPS = st.one_of(
    st.tuples(st.just(PutOp), NAMESPACES, st.sampled_from("kl"), VALUES | st.none()),
    st.tuples(st.just(GetOp), NAMESPACES, st.sampled_from("kl")),
    st.tuples(st.just(SearchOp), NAMESPACES, VALUES | st.none(), st.just(1000)),
)
ROOTS = count(1)


@given(st.lists(st.lists(OPS, max_size=5), max_size=4))
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_batches_give_what_the_reference_gives(memory: Memory, batches: list[list[tuple[Any, ...]]]) -> None:
    ours, reference = ClewStore(memory, fields=()), InMemoryStore()
    root = f"example {next(ROOTS)}"
    for batch in batches:
        ops = [make((root, *namespace), *rest) for make, namespace, *rest in batch]
        assert list(map(comparable, ours.batch(ops))) == list(map(comparable, reference.batch(ops)))


def comparable(result: Any) -> Any:
    if isinstance(result, list):
        return sorted(map(comparable, result), key=repr)
    return result and (result.namespace, result.key, result.value)


@pytest.fixture
def clew(memory: Memory) -> ClewStore:
    return ClewStore(memory)


class TestOurs:
    """Our store defines more than the reference, and differs from it in places."""

    def test_when_it_was_made_stays(self, clew: ClewStore) -> None:
        clew.put(DOCS, "a", {"n": 1})
        first = clew.get(DOCS, "a")
        clew.put(DOCS, "a", {"n": 2})
        second = clew.get(DOCS, "a")
        assert first is not None
        assert second is not None
        assert first.created_at == second.created_at < second.updated_at

    def test_a_namespace_is_listed_while_something_is_in_it(self, clew: ClewStore) -> None:
        clew.put(("a", "b", "c"), "k", {})
        clew.put(("a",), "k", {})
        assert clew.list_namespaces() == [("a",), ("a", "b", "c")]
        clew.delete(("a", "b", "c"), "k")
        assert clew.list_namespaces() == [("a",)]
        clew.delete(("a",), "k")
        assert set(clew.memory.stats().nodes) <= {"Space"}

    def test_texts_of_before_find_nothing(self, clew: ClewStore) -> None:
        clew.put(DOCS, "a", {"text": "roses"})
        clew.put(DOCS, "a", {"text": "roses"}, index=False)
        assert clew.search(DOCS, query="roses")[0].score is None

    def test_what_has_no_number_is_not_greater(self, clew: ClewStore) -> None:
        for key, value in {"a": 5, "b": None, "c": "x", "d": [1]}.items():
            clew.put(DOCS, key, {"n": value})
        assert keys(clew.search(DOCS, filter={"n": {"$gt": 1}})) == ["a"]

    def test_many_items_are_filtered_page_by_page(self, clew: ClewStore) -> None:
        clew.batch([PutOp(DOCS, f"{n:04}", {"n": n}, index=False) for n in range(1203)])
        assert keys(clew.search(DOCS, filter={"n": {"$gte": 1200}}, limit=2, offset=1)) == ["1201", "1202"]
        assert len(clew.search(DOCS, limit=5000)) == 1203

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            ({"n": float("nan")}, r"'value\.n' is nan, which JSON cannot hold"),
            ({"n": float("inf")}, "which JSON cannot hold"),
            ({"a": [{1: 2}]}, r"'value\.a\[0\]' has the field 1, which is no text"),
            ({"a": object}, "which JSON cannot hold"),
            ({"a": b"x"}, "which JSON cannot hold"),
            ("text", "is no mapping"),
            ({"a": "x" * (16 * 2**20 + 1)}, "give at most"),
        ],
    )
    def test_values_that_cannot_be(self, clew: ClewStore, value: Any, said: str) -> None:
        with pytest.raises(InvalidInput, match=said):
            clew.batch([PutOp(DOCS, "fine", {}), PutOp(DOCS, "a", value)])
        assert clew.search(()) == []

    def test_a_value_without_a_bottom(self, clew: ClewStore) -> None:
        deep: dict[str, Any] = {}
        deep["a"] = deep
        with pytest.raises(InvalidInput, match="nested deeper than 200"):
            clew.put(DOCS, "a", deep)

    @pytest.mark.parametrize(
        "op",
        [
            PutOp(("a.b",), "k", {}),
            PutOp(("",), "k", {}),
            PutOp(("a",), "\ud800", {}),
            PutOp(("a\udfff",), "k", {}),
            PutOp(("a",), 7, {}),  # pyright: ignore
            PutOp(("a", *DEEP), "k", {}),
            PutOp(0, "k", {}),  # pyright: ignore
            SearchOp(("a",), limit=DEEP),
            PutOp(("a",), "k" * 100_001, {}),
            PutOp(("a",) * 101, "k", {}),
            PutOp(("a",), "k", {}, ttl=float("nan")),
            PutOp(("a",), "k", {}, ttl=-1),
            PutOp(("a",), "k", {}, ttl=1e300),
            PutOp(("a",), "k", {"a": "x"}, index="a"),  # pyright: ignore
            PutOp(("a",), "k", {"a": "x"}, index=True),  # pyright: ignore
            PutOp(("a",), "k", {"a": "x"}, index=["a", 5]),  # pyright: ignore
            GetOp(("a", "b.c"), "k"),
            SearchOp(("a",), limit=-1),
            SearchOp(("a",), offset=True),
            SearchOp(("a",), filter={"n": {"$gt": "many"}}),
            SearchOp(("a",), filter=7),  # pyright: ignore
            SearchOp(("a",), query=7),  # pyright: ignore
            SearchOp(("a",), query=["x"]),  # pyright: ignore
            ListNamespacesOp((MatchCondition("prefix", ("a.b",)),)),
            ListNamespacesOp(max_depth=-1),
            "put",
        ],
    )
    def test_operations_that_cannot_be_are_one_error_and_write_nothing(self, clew: ClewStore, op: Any) -> None:
        with pytest.raises(ValueError, match=r"\S") as raised:
            clew.batch([PutOp(DOCS, "fine", {}), op])
        assert "\n" not in str(raised.value)
        assert len(str(raised.value)) < 1000 or not isinstance(raised.value, ClewError)
        assert clew.search(()) == []


class TestTimeToLive:
    def test_an_item_whose_time_is_over_is_not_there_and_is_swept(self, clew: ClewStore) -> None:
        clew.put(DOCS, "gone", {"text": "gone"}, ttl=0)
        clew.put(DOCS, "later", {"text": "later"}, ttl=60)
        clew.put(("other",), "gone", {}, ttl=0)
        assert clew.get(DOCS, "gone") is None
        assert keys(clew.search(DOCS, query="gone")) == ["later"]
        assert clew.list_namespaces() == [DOCS]
        assert clew.sweep_ttl() == 2
        assert clew.sweep_ttl() == 0
        assert clew.memory.stats().nodes["Item"] == 1

    def test_it_is_there_until_swept_where_that_is_wanted(self, memory: Memory) -> None:
        store = ClewStore(memory, ttl={"omit_expired": False, "default_ttl": 0})
        store.put(DOCS, "a", {})
        store.put(DOCS, "kept", {}, ttl=None)
        assert store.get(DOCS, "a", refresh_ttl=False) is not None
        assert len(store.search(DOCS, refresh_ttl=False)) == 2
        assert store.sweep_ttl() == 1
        assert keys(store.search(DOCS)) == ["kept"]

    @pytest.mark.parametrize(
        "reads", [lambda store, **o: store.get(DOCS, "a", **o), lambda store, **o: store.search(DOCS, **o)]
    )
    def test_reading_it_lets_it_live_on_unless_told_otherwise(self, memory: Memory, reads: Callable[..., Any]) -> None:
        store = ClewStore(memory)
        store.put(DOCS, "a", {}, ttl=60)
        before = ends(memory)
        reads(store, refresh_ttl=False)
        assert ends(memory) == before
        reads(store)
        after = ends(memory)
        assert after > before
        quiet = ClewStore(memory, ttl={"refresh_on_read": False})
        reads(quiet)
        assert ends(memory) == after
        reads(quiet, refresh_ttl=True)
        assert ends(memory) > after

    def test_a_sweeper_sweeps_until_it_is_stopped(self, memory: Memory) -> None:
        store = ClewStore(memory, ttl={"default_ttl": 0})
        assert not store.start_ttl_sweeper()
        store.put(DOCS, "a", {})
        assert store.start_ttl_sweeper(0.0001)
        assert store.start_ttl_sweeper(0.0001)
        while memory.stats().nodes.get("Item"):
            sleep(0.05)
        assert store.stop_ttl_sweeper(60)

    @pytest.mark.parametrize(
        "ttl",
        [
            {"default_ttl": -1},
            {"default_ttl": float("nan")},
            {"default_ttl": "5"},
            {"sweep_interval_minutes": "x"},
            {"sweep_interval_minutes": 0},
        ],
    )
    def test_times_that_cannot_be(self, memory: Memory, ttl: Any) -> None:
        with pytest.raises(InvalidInput, match=r"give (0 to|more than 0)"):
            ClewStore(memory, ttl=ttl)

    def test_a_sweeper_pauses(self, memory: Memory) -> None:
        with pytest.raises(InvalidInput, match="give more than 0 minutes"):
            ClewStore(memory).start_ttl_sweeper(0)

    def test_a_time_of_an_item_that_cannot_be(self, clew: ClewStore) -> None:
        with pytest.raises(InvalidInput, match="ttl is '5'"):
            clew.batch([PutOp(DOCS, "a", {}, ttl="5")])  # pyright: ignore[reportArgumentType]
        assert clew.get(DOCS, "a") is None

    def test_one_text_is_no_list_of_fields(self, memory: Memory) -> None:
        with pytest.raises(InvalidInput, match="fields is 'text'; give a list of paths"):
            ClewStore(memory, fields="text")


def ends(memory: Memory) -> Any:
    query = parse(
        "test/ends",
        "// When it ends.\n// $space: STRING  the tenant\n// -> at: ZONED DATETIME  when\n"
        "MATCH (item:Item {space: $space}) RETURN item.expires_at AS at",
    )
    return memory.space.read(query)[0]["at"]


class TestSpaces:
    def test_another_space_is_not_reached_under_any_name(self, open_memory: Callable[..., Memory]) -> None:
        mine, theirs = (ClewStore(open_memory()) for _ in range(2))
        theirs.put(("users", "ann"), "secret", {"text": "the password"})
        space = theirs.memory.space.name
        assert mine.get(("users", "ann"), "secret") is None
        assert mine.get((space, "users", "ann"), "secret") is None
        assert mine.search((), query="password") == []
        assert mine.search(("*",)) == []
        assert mine.list_namespaces() == []
        mine.delete(("users", "ann"), "secret")
        mine.put(("users", "ann"), "secret", {"text": "mine"})
        mine.put(DOCS, "x", {}, ttl=0)
        assert mine.sweep_ttl() == 1
        item = theirs.get(("users", "ann"), "secret")
        assert item is not None
        assert item.value == {"text": "the password"}

    def test_recall_says_nothing_of_items(self, clew: ClewStore) -> None:
        clew.put(DOCS, "a", {"text": "roses in the garden"})
        assert not clew.memory.recall("roses in the garden").hits

    def test_an_item_is_forgotten_by_its_id_with_its_texts_and_namespace(self, clew: ClewStore) -> None:
        clew.put(("a", "b"), "k", {"text": "roses"})
        receipt = clew.memory.forget(ids=[item_id(("a", "b"), "k")])
        assert receipt.removed == {"Item": 1, "ItemNamespace": 3, "ItemText": 1}
        assert clew.get(("a", "b"), "k") is None
        assert set(clew.memory.stats().nodes) <= {"Space"}

    def test_items_leave_and_come_back(
        self, clew: ClewStore, open_memory: Callable[..., Memory], tmp_path: Path
    ) -> None:
        clew.put(("a", "b"), "k", {"text": "roses", "half": "\ud800"}, ttl=60)
        clew.put(("a",), "l", {"text": "steam engines"})
        clew.memory.export(tmp_path / "space.jsonl")
        again = ClewStore(open_memory())
        again.memory.restore(tmp_path / "space.jsonl")
        assert comparable(again.search(())) == comparable(clew.search(()))
        assert keys(again.search((), query="engines")) == ["l", "k"]
        again.delete(("a", "b"), "k")
        assert again.list_namespaces() == [("a",)]

    def test_two_at_once(self, clew: ClewStore) -> None:
        async def work() -> None:
            puts = [PutOp(("n", f"{n % 3}"), f"{n % 4}", {"n": n}) for n in range(24)]
            await asyncio.gather(*(clew.abatch(puts[at : at + 4]) for at in range(0, 24, 4)))

        asyncio.run(work())
        assert len(clew.search((), limit=100)) == 12


def test_it_is_the_long_term_store_of_an_agent(memory: Memory) -> None:
    @tool
    def keep(text: str, runtime: ToolRuntime) -> str:
        """Keep a text."""
        assert runtime.store is not None
        runtime.store.put(("notes",), str(runtime.tool_call_id), {"text": text})
        return "kept"

    @tool
    async def find(query: str, runtime: ToolRuntime) -> str:
        """Find a text."""
        assert runtime.store is not None
        return "; ".join(each.value["text"] for each in await runtime.store.asearch(("notes",), query=query, limit=1))

    def call(name: str, **args: str) -> AIMessage:
        return AIMessage("", tool_calls=[{"name": name, "args": args, "id": name, "type": "tool_call"}])

    model = Scripted(answers=[call("keep", text="Ann lives in Lisbon."), "Kept.", call("find", query="Ann"), "Lisbon."])
    agent = create_agent(model, [keep, find], store=ClewStore(memory))

    async def work() -> list[Any]:
        await agent.ainvoke({"messages": [HumanMessage("I live in Lisbon.")]})
        return (await agent.ainvoke({"messages": [HumanMessage("Where do I live?")]}))["messages"]

    assert [str(each.text) for each in asyncio.run(work())][2:] == ["Ann lives in Lisbon.", "Lisbon."]
