"""What README and docs claim is what the kept results say, and each result says of which commit it is."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from clew.settings import RecallSettings

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "results"
ENGINES = (("local", "in process"), ("gds", "Graph Data Science"))
NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)*")


@cache
def result(file: str) -> Any:
    return json.loads((RESULTS / f"{file}.json").read_text("utf-8"))


def told(document: str, row: str) -> list[str]:
    """The numbers of the one table row that begins so and has figures next, what stands before these left out."""
    figures = re.compile(rf"\| {re.escape(row)} \| [*+]*\d")
    rows = [line for line in (ROOT / document).read_text("utf-8").splitlines() if figures.match(line)]
    assert len(rows) == 1, f"{document}: {len(rows)} rows {row!r}"
    return [number.replace(",", "") for number in NUMBER.findall(rows[0].split("|", 2)[2].replace(", ", " "))]


def recall(way: str, *, interval: bool = False) -> list[str]:
    """LoCoMo's evidence in 1,000 words, and at 10 turns."""
    overall = result("locomo")["percent"][way]["overall"]
    return [*between(overall["r@1000w"][: 3 if interval else 1]), *between(overall["r@10"][:1])]


def between(values: Sequence[float], sign: str = "") -> list[str]:
    """A figure, and the ends of its interval where they are given."""
    return [f"{values[0]:{sign}.1f}", *(f"{value:.1f}" for value in values[1:])]


def documents(way: str, *, over_fusion: bool = False) -> list[str]:
    """R@5 of both corpora, and what it is above fusion."""
    cells: list[str] = []
    for corpus in ("HotpotQA", "MuSiQue"):
        found = result("multihop")["corpora"][corpus]
        cells += between(found["percent"][way]["overall"]["R@5"][:1])
        if over_fusion:
            cells += between(found["differences"]["Clew - fusion"]["overall"]["R@5"], "+")
    return cells


def whole(corpus: str, way: str) -> list[str]:
    overall = result("multihop")["corpora"][corpus]["percent"][way]["overall"]
    return [f"{overall[figure][0]:.0f}" for figure in ("R@2", "R@5", "R@10", "A@5")]


def chats(way: str) -> list[str]:
    """A chat's evidence at 10 messages and in 1,000 words, what Clew has above that, and the answers' words."""
    found = result("chats")
    overall, above = found["percent"][way]["overall"], found["differences"].get(way)
    lead = between(above["overall"]["1000 words"], "+") if above else []
    return [
        *(f"{overall[name][0]:.1f}" for name in ("r@10", "1000 words")),
        *lead,
        f"{overall['answer in 1000'][0]:.1f}",
    ]


def left_out(weight: str) -> list[str]:
    """A weight's declared value, and what others gain on conversations that they were not chosen on."""
    settings = RecallSettings()
    declared = settings.episode_walk.weight if weight == "walk" else getattr(settings, weight)
    gains = result("weights")["left_out"][weight]
    signed = ("two people", "assistant")
    return [f"{declared:g}", *(cell for kind in signed for cell in between(gains[kind], "+"))]


def by_question(category: str) -> list[str]:
    """What is found with the vectors of MiniLM and with those of e5-small, by closeness alone and by Clew."""
    found = (result(name)["percent"] for name in ("chats_minilm", "chats"))
    ways = ("dense, same excerpts", "Clew")
    return [f"{percent[way][category]['1000 words'][0]:.1f}" for percent in found for way in ways]


QUESTIONS = {
    "order of events": "event_ordering",
    "summaries": "summarization",
    "several sessions": "multi_session_reasoning",
    "single facts": "information_extraction",
    "what changed": "knowledge_update",
    "times": "temporal_reasoning",
    "contradictions": "contradiction_resolution",
    "standing instructions": "instruction_following",
    "preferences": "preference_following",
}


def flat_and_ours(name: str, figure: str, flat: str) -> list[str]:
    percent = result(name)["percent"]
    return [f"{percent[way]['overall'][figure][0]:.1f}" for way in (flat, "Clew")]


def corpora(way: str) -> list[str]:
    rest = ("both, merged", "HotpotQA, untitled", "MuSiQue, untitled", "both, merged, untitled")
    percent = (result("multihop")["corpora"][corpus]["percent"][way]["overall"]["R@5"] for corpus in rest)
    return [*whole("HotpotQA", way), *whole("MuSiQue", way), *(f"{each[0]:.1f}" for each in percent)]


def ratios(engine: str, file: str = "before_after") -> list[str]:
    return [f"{result(file)['ratios'][f'{engine} {point}']:.2f}" for point in ("p50", "p95")]


def million(way: str) -> list[str]:
    """Recall's p50 and p95 at both sizes, in ms, and how many times as long the larger one takes."""
    few, many = (each for each in result("million")["recall"] if each["way"] == way)
    cells = [(each["ms"]["total"]["p50"], each["total p95"]) for each in (few, many)]
    times = [f"{large / small:.2f}" for small, large in zip(*cells, strict=True)]
    return [*(f"{value:.0f}" for cell in cells for value in cell), *times]


def vector_parts(way: str, settings: str) -> list[str]:
    """In how many seconds vectors came, a search's p50 and p95 in ms, and how much of the best hundred it finds."""
    (each,) = (one for one in result("vector_parts")["searches"] if (one["way"], one["settings"]) == (way, settings))
    return [f"{each['seconds']:.0f}", f"{each['p50']:.1f}", f"{each['p95']:.1f}", f"{each['recall']:.3f}"]


def bytes_each(*parts: str) -> list[str]:
    """Bytes on disk of one memory, of 100,000 and of a million; no parts: all."""
    loads = result("million")["load"]
    return [
        f"{sum(size for name, size in each['disk'].items() if name in (parts or each['disk'])) / each['size']:.0f}"
        for each in loads
    ]


STORED = {
    "vectors, in records": ("records arrays",),
    "other properties, in records": ("records propertystore", "records of other things"),
    "texts, in records": ("records strings",),
    "range indexes": ("index range-1.0", "index token-lookup-1.0", "index point-1.0"),
    "nodes and relationships": ("records relationship", "records nodestore"),
    "vector index": ("index vector-3.0",),
    "full-text index": ("index fulltext-2.0",),
    "log of transactions": ("log of transactions",),
    "**all**": (),
}
MILLION = {"the least": "the least", "in process": "local", "Graph Data Science": "gds"}
SCALING = "docs/scaling.md"


def long_turns(engine: str) -> list[str]:
    """The medians of the rounds' p50 before and after, in ms, and the ratios."""
    rounds = result("before_after_chats")["rounds"]
    medians = (median(each["p50"] for each in rounds[side][engine]) for side in ("before", "after"))
    return [*(f"{each:.1f}" for each in medians), *ratios(engine, "before_after_chats")]


def encoded(file: str, figure: str, corpus: str = "") -> list[str]:
    """A figure of recall with the vectors of MiniLM, and with those of e5-small."""
    cells: list[str] = []
    for name in (f"{file}_minilm", file):
        found = result(name)["corpora"][corpus] if corpus else result(name)
        cells += between(found["percent"]["Clew"]["overall"][figure][:1])
    return cells


def weighed(weights: str) -> list[str]:
    """What weights of the walk find on the half that chooses and on that which judges, corpus by corpus."""
    corpora = result("walk_weights")["corpora"]
    halves = ("chosen on", "judged on")
    return [
        f"{corpora[corpus][half][weights]['percent'][0]:.1f}"
        for corpus in ("LoCoMo", "HotpotQA", "MuSiQue")
        for half in halves
    ]


def games(kind: str, size: str) -> list[str]:
    """Games won by the whole memory, steps and decisions of these, and the share of the points of each way."""
    found = result("games")
    whole = [each for each in found["series"] if (each["kind"], each["way"]) == (kind, "memory")]
    played = [one for each in whole if size in (each["size"], "all") for one in each["played"].values()]
    means = [sum(one[name] for one in played) / len(played) for name in ("steps", "decisions")]
    shares = [found["percent"][kind][size][way][0] for way in ("memory", *GAMES_LESS)]
    won = sum(one["won"] for one in played)
    return [str(won), str(len(played)), *(f"{mean:.0f}" for mean in means), *(f"{share:.1f}" for share in shares)]


def games_less(kind: str) -> list[str]:
    """What the whole memory has above each other way, over all sizes, with its interval."""
    above = result("games")["differences"][kind]["all"]
    return [cell for way in GAMES_LESS for cell in between(above[way], "+")]


def shortened(group: str) -> list[str]:
    """How many problems, and what working memory's prompts take of the other modes'."""
    problems, *taken = result("working_memory")["ratios"][group].values()
    return [f"{problems:.0f}", *(f"{each:.2f}" for each in taken)]


def timed(size: int) -> list[str]:
    """A recall's p50 and p95, in process, by GDS and fetching everything: in ms, or in seconds where it takes some."""
    cells: list[str] = []
    for each in (*result("latency")["recall"], *result("latency")["fetching everything"]):
        if each["size"] == size:
            total = each["ms"]["total"]
            is_long = total["p50"] >= 1000
            cells += [f"{total[at] / 1000:.1f}" if is_long else f"{total[at]:.0f}" for at in ("p50", "p95")]
    return cells


def over_the_least(size: int, way: str) -> list[str]:
    """How often a recall takes the least, at p50 and at the median of the runs' p95, and its stages' p50 in ms."""
    of_size = {each["way"]: each for each in result("latency")["recall"] if each["size"] == size}
    ours, least = of_size[way], of_size["the least"]
    times = ours["ms"]["total"]["p50"] / least["ms"]["total"]["p50"], ours["total p95"] / least["total p95"]
    stages = (each["p50"] for stage, each in ours["ms"].items() if stage != "total")
    return [*(f"{each:.2f}" for each in times), *(f"{each:.1f}" for each in stages)]


def at_once(engine: str, clients: str) -> list[str]:
    """Recalls a second of 1, 4 and 16 clients in one space, and of 4 beside a writer."""
    loads = ("1 {}, one space", "4 {}, one space", "16 {}, one space", "4 {}, one space, beside a writer")
    figures = result("concurrency")["figures"]
    return [f"{figures[f'{engine}, {load.format(clients)}']['rate']:.1f}" for load in loads]


def short_term(policy: str) -> list[str]:
    """Hit rates of ten units for each draw of tasks, and the mean over draws and capacities."""
    found = result("short_term")
    cells = [f"{of_draw['10'][policy][0]:.1f}" for of_draw in found["percent"].values()]
    return [*cells, f"{found['percent, all draws and capacities'][policy][1]:.1f}"]


def task_mentions(way: str) -> list[str]:
    found = result("task_mentions")
    cells = [f"{number:.1f}" for percent in found["percent"].values() for number in percent[way]]
    return [*cells, f"{found['types said'][way]:.1f}"]


def plain_accesses(policy: str) -> list[str]:
    return [f"{own[policy][0]:.1f}" for own in result("short_term")["plain accesses, percent"].values()]


def others(game: str, *, is_large: bool) -> list[str]:
    """A game of others: the share of the points, games won and played, and steps, by memory; share and won by less."""
    found = {
        each["way"]: each
        for file in OTHER_GAMES
        for each in result(file)["series"]
        if (each["kind"], each["size"] == "large") == (game, is_large)
    }
    whole = found["memory"]
    played = whole["played"].values()
    steps = sum(each["steps"] for each in played) / len(played)
    less = [found[way] for way in ("window 5", "no memory", "random") if way in found]
    shares = [cell for each in less for cell in (f"{each['share']:.2f}", str(each["won"]))]
    return [f"{whole['share']:.2f}", str(whole["won"]), str(len(played)), f"{steps:.0f}", *shares]


OTHER_GAMES = tuple(file.stem for file in sorted(RESULTS.glob("other_games*.json")))
OTHERS = sorted(
    {
        (each["kind"], each["size"] == "large")
        for file in OTHER_GAMES
        for each in result(file)["series"]
        if each["way"] == "memory"
    }
)
READERS = tuple(result("readers")["families"])
SAID_OF = ("place", "exit", "content", "state")
HEAP_WORKS = ("remember", "forget", "remember at once", "forget the space")


def read_by_rules(family: str) -> list[str]:
    """Observations of a family of texts, and precision and recall of what is said of each; of one, where that is all.

    Where texts are read as plain English, which names no place, how many triplets were read, and their precision.
    """
    found = result("readers")["families"][family]
    if family.endswith(" as english"):
        return [str(found["observations"]), str(found["all"]["read"]), f"{found['all']['precision']:.3f}"]
    shares = (found[kind][share] for kind in SAID_OF for share in ("precision", "recall"))
    return [str(found["observations"]), *(f"{share:.3f}" for share in shares if share is not None)]


UNKNOWN_WORDS = tuple(f"other words: same subject and predicate{pairs}" for pairs in ("", ", the model's pairs"))


def judged(judge: str) -> list[str]:
    """Pairs, triplets that were shown and that were over, and the precision and recall of what a judge ended."""
    found = result("outdated")[judge]["all"]
    return [
        *(str(found[name]) for name in ("pairs", "shown", "over")),
        *(f"{found[name]:.1f}" for name in ("precision", "recall")),
    ]


def placed(rooms: int) -> list[str]:
    """A building's size, each question's p50 by memory and by brute force, a change of one object, and the load."""
    (found,) = (each for each in result("scene")["buildings"] if each["rooms"] == rooms)
    change = found["change of one object"]
    return [
        *(str(found[name]) for name in ("objects", "areas")),
        *(f"{way['p50']:.1f}" for ways in found["ms"].values() for way in ways.values()),
        *(f"{change['ms']['p50']:.0f}", str(change["nodes"]), str(change["relationships"])),
        f"{found['load seconds']:.1f}",
    ]


def chosen(arm: str) -> list[str]:
    """What a way of choosing learnings finds on the half that judges, on the other, and what the graph has above it."""
    judged, other = (result("learning_selection")["figures"][half] for half in ("judged", "chosen on"))
    found, lead = judged["precision@5"][arm], judged["graph over"].get(arm)
    sorts = [f"{found[sort][0]:.1f}" for sort in ("new place", "new task", "new pair")]
    before = f"{other['precision@5'][arm]['all sorts'][0]:.1f}"
    return [*between(found["all sorts"]), *sorts, before, *([f"{each:+.1f}" for each in lead] if lead else [])]


def trials(arm: str, *, file: str = "learnings") -> list[str]:
    """The episodes, mean scores, the rise, and of the first and last trial the mean from 0 and what was solved."""
    found, episodes = result(file)["figures"][arm], result(file)["episodes"]
    seeds = {(each["seed"], each["chore"]) for each in episodes}
    from_0, solved = found["mean score by trial, below 0 counted as 0"], found["solved by trial"]
    return [
        str(len(seeds)),
        *(f"{each:.1f}" for each in found["mean score by trial"]),
        *between(found["rise from trial 0 to the last"], "+"),
        *(f"{each:.1f}" for each in (from_0[0], from_0[-1])),
        *(str(each) for each in (solved[0], solved[-1])),
    ]


def by_model(arm: str) -> list[str]:
    """How many trials of one chore, and their scores."""
    scores = result("learnings_by_model")["scores"][arm]
    return [str(len(scores)), *(f"{each:g}" for each in scores)]


SHORT_TERM = (
    "FIFO",
    "FIFO, merging",
    "LRU",
    "LFU",
    *(f"{name}, window {share} %" for name in ("W-TinyLFU", "KARMA's W-TinyLFU") for share in (10, 50, 90)),
)
PLAIN = ("theine, W-TinyLFU", "W-TinyLFU, window 1 %")

GAMES_LESS = ("window 5", "window 20", "no replacement", "random")
GAMES = {
    "TextWorld's cooking, five option sets": ("textworld cooking", "all"),
    "TextWorld's text, hunts of 6 to 20 rooms": ("textworld hunt", "all"),
    "hunt easy, 12 rooms and 4 keys": ("hunt", "easy"),
    "hunt hard, 16 and 5": ("hunt", "hard"),
    "hunt hardest, 36 and 7": ("hunt", "hardest"),
    **{f"cooking {size}": ("cooking", size) for size in ("tiny", "small", "basic", "hard", "hardest")},
    **{f"cleaning {size}": ("cleaning", size) for size in ("small", "basic")},
}

README, FLAT = "README.md", "min-max"
MEASURED = "benchmarks/README.md"
RECALL = "docs/recall.md"
ROWS: list[tuple[str, str, Callable[[], list[str]]]] = [
    (README, "flat dense retrieval", lambda: recall("dense")),
    (README, "flat, the best: dense and BM25, each scaled and added", lambda: recall(FLAT)),
    (README, "dense and BM25 by reciprocal ranks, with neighbours", lambda: recall("RRF + NEXT")),
    (README, "**Clew**, conversations", lambda: recall("Clew", interval=True)),
    (README, "**Clew**, with the facts that LoCoMo's file holds", lambda: recall("Clew, facts", interval=True)),
    (README, "Clew, conversations, without PageRank", lambda: recall("Clew, walk off")),
    (README, "flat dense retrieval of passages", lambda: documents("dense")),
    (README, "dense and BM25 fused", lambda: documents("fusion")),
    (README, "Clew, documents, without PageRank", lambda: documents("Clew, walk off")),
    (README, "**Clew**, documents", lambda: documents("Clew", over_fusion=True)),
    (README, "Clew, the graph's edges dealt out at random", lambda: documents("Clew, edges shuffled")),
    (
        RECALL,
        "two people who write short turns (LoCoMo, 7 conversations)",
        lambda: flat_and_ours("locomo", "r@1000w", "RRF + NEXT"),
    ),
    (
        RECALL,
        "a user and an assistant with long answers (BEAM, 10 chats)",
        lambda: flat_and_ours("chats", "1000 words", "RRF + NEXT, same excerpts"),
    ),
    *((RECALL, name, partial(by_question, category)) for name, category in QUESTIONS.items()),
    (MEASURED, "dense, whole messages", lambda: chats("dense")),
    (MEASURED, "dense, excerpts", lambda: chats("dense, same excerpts")),
    (MEASURED, "RRF, excerpts", lambda: chats("RRF, same excerpts")),
    (MEASURED, "Clew, chats, breadth never", lambda: chats("Clew, breadth never")),
    (MEASURED, "Clew, chats, breadth always", lambda: chats("Clew, breadth always")),
    (MEASURED, "RRF + NEXT, excerpts", lambda: chats("RRF + NEXT, same excerpts")),
    (MEASURED, "Clew, chats, walk on", lambda: chats("Clew, walk on")),
    (MEASURED, "Clew, chats", lambda: chats("Clew")),
    *((MEASURED, weight, partial(left_out, weight)) for weight in result("weights")["left_out"]),
    (MEASURED, "two people who write short turns, evidence in 1,000 words", lambda: encoded("locomo", "r@1000w")),
    (MEASURED, "two people who write short turns, evidence among ten turns", lambda: encoded("locomo", "r@10")),
    (MEASURED, "a user and an assistant, evidence in 1,000 words", lambda: encoded("chats", "1000 words")),
    (MEASURED, "a user and an assistant, evidence among ten turns", lambda: encoded("chats", "r@10")),
    (MEASURED, "HotpotQA, R@5", lambda: encoded("multihop", "R@5", "HotpotQA")),
    (MEASURED, "MuSiQue, R@5", lambda: encoded("multihop", "R@5", "MuSiQue")),
    (README, "10,000", lambda: timed(10_000)),
    (README, "100,000", lambda: timed(100_000)),
    *(
        (MEASURED, f"{size:,}, {told}", partial(over_the_least, size, way))
        for size in (10_000, 100_000)
        for way, told in ENGINES
    ),
    *(
        (MEASURED, f"{told}, {clients}", partial(at_once, way, clients))
        for way, told in ENGINES
        for clients in ("processes", "threads")
    ),
    (MEASURED, "this code", lambda: [f"{result('small_heap')['after'][work]:.0f}" for work in HEAP_WORKS]),
    *((MEASURED, f"a million, {name}", partial(million, way)) for name, way in MILLION.items()),
    *((SCALING, f"memories, {name}", partial(million, way)) for name, way in MILLION.items()),
    *(
        (MEASURED, f"{settings}, {way}", partial(vector_parts, way, settings))
        for settings in ("Neo4j's settings", "Clew's settings")
        for way in ("written 25 at a time", "built at once")
    ),
    *((SCALING, name, partial(bytes_each, *parts)) for name, parts in STORED.items()),
    (MEASURED, "in process", lambda: ratios("local")),
    (MEASURED, "Graph Data Science", lambda: ratios("gds")),
    (MEASURED, "long turns, in process", lambda: long_turns("local")),
    (MEASURED, "long turns, Graph Data Science", lambda: long_turns("gds")),
    (MEASURED, "rules", lambda: judged("rules")),
    *((MEASURED, family, partial(read_by_rules, family)) for family in READERS),
    *(
        (MEASURED, f"{game}, large" if is_large else game, partial(others, game, is_large=is_large))
        for game, is_large in OTHERS
    ),
    *((MEASURED, name.replace(":", ","), partial(judged, name)) for name in UNKNOWN_WORDS),
    (MEASURED, "other words, Qwen2.5-Coder 1.5B", lambda: judged("other words: model")),
    (MEASURED, "all 60", lambda: shortened("all")),
    *((MEASURED, group, partial(shortened, group)) for group in ("blocksworld", "gripper", "tyres", "bartending")),
    *((MEASURED, name, partial(games, *which)) for name, which in GAMES.items()),
    *(
        (MEASURED, f"all {kind}", partial(games_less, kind.replace("TextWorld", "textworld")))
        for kind in ("TextWorld cooking", "TextWorld hunt", "hunt", "cooking", "cleaning")
    ),
    *((MEASURED, group, partial(shortened, group)) for group in ("1 to 9 steps", "40 steps and more")),
    (MEASURED, "all of 20 steps and more", lambda: shortened("all of 20 and more")),
    *((MEASURED, policy, partial(short_term, policy)) for policy in SHORT_TERM),
    *((MEASURED, policy, partial(plain_accesses, policy)) for policy in PLAIN),
    *((MEASURED, way, partial(task_mentions, way)) for way in result("task_mentions")["types said"]),
    *((MEASURED, f"{rooms} room{'s'[: rooms > 1]}", partial(placed, rooms)) for rooms in (1, 10, 25, 50, 100)),
    *((MEASURED, arm, partial(trials, arm)) for arm in result("learnings")["figures"]),
    *(
        (MEASURED, f"ScienceWorld, {arm}", partial(trials, arm, file="learnings_scienceworld"))
        for arm in result("learnings_scienceworld")["figures"]
    ),
    *((MEASURED, f"learnings, {name}", partial(by_model, name)) for name in ("no memory", "rules", "model")),
    *(
        (MEASURED, f"learnings by {arm}", partial(chosen, arm))
        for arm in result("learning_selection")["figures"]["judged"]["precision@5"]
    ),
    *((MEASURED, way, lambda way=way: weighed(way)) for way in ("declared", "all equal")),
    *(
        (MEASURED, f"**{way}**" if way == "Clew" else way, lambda way=way: corpora(way))
        for way in ("dense", "BM25", "fusion", "reciprocal ranks", "Clew, walk off", "Clew", "Clew, edges shuffled")
    ),
]


@pytest.mark.parametrize(("document", "row", "measured"), ROWS, ids=[f"{each[0]}-{each[1]}" for each in ROWS])
def test_a_row_says_what_was_measured(document: str, row: str, measured: Callable[[], list[str]]) -> None:
    assert told(document, row) == measured()


@pytest.mark.parametrize("file", sorted(RESULTS.glob("*.json")), ids=lambda file: file.stem)
def test_a_result_says_of_which_commit_it_is(file: Path) -> None:
    assert re.fullmatch(r"~?[0-9a-f]{40}\+?", json.loads(file.read_text("utf-8")).get("commit", ""))
