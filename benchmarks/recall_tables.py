"""The tables of what recall finds in conversations and in documents, each made from kept results."""

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.tables import interval, percent, result, table


def corpus(file: str) -> Any:  # noqa: ANN401
    """Return the figures of the one corpus of a kept result of `recall.py`."""
    (found,) = result(file)["corpora"].values()
    return found


MAIN = "1000 words"
SOUGHT = {MAIN: "in 1,000 words", "r@10": "among ten turns", "session recall@5": "sessions in the best five"}
KINDS = (
    ("two people who write short turns (LoCoMo, 7 conversations)", "locomo", MAIN, "yes"),
    ("a user and an assistant with long answers (BEAM, 10 chats)", "chats", MAIN, "five of them, on five"),
    ("a year among 121 people (LiHua-World, half)", "lihua", "session recall@5", "rules of names and dates"),
    ("made-up groups of 3 people", "groups", "r@10", "how names count"),
    ("made-up groups of 12", "groups", "r@10", "how names count"),
    ("made-up groups of 100", "groups", "r@10", "how names count"),
)


def recall_kinds() -> str:
    """Every kind of conversation: the best flat method of the same run, and Clew."""
    rows: list[list[str]] = []
    for name, file, figure, chosen in KINDS:
        size = name.removeprefix("made-up groups of ").removesuffix(" people")
        found = result(file)["corpora"][f"groups of {size}"] if file == "groups" else corpus(file)
        flat, *lead = found["leads"]["overall"][figure]
        both = (found["percent"][way]["overall"][figure] for way in (flat, "Clew"))
        rows.append([name, SOUGHT[figure], *(f"{each[0]:.1f}" for each in both), interval(lead, "+.1f"), chosen])
    return table(["what is remembered", "evidence", "best flat", "Clew", "lead", "chosen on it"], rows)


def locomo_methods() -> str:
    """Every flat method and way of recall, and what Clew has above it."""
    return _methods("locomo", ("r@5", "r@10", "r@20"))


def chats() -> str:
    """Evidence in chats with an assistant, whole messages and excerpts."""
    return _methods("chats", ("r@10", "answer in 1000"), without=(", dated",))


def lihua() -> str:
    """Sessions that a question of LiHua-World is about, by every flat method and Clew."""
    figures = ("session hit@1", "session recall@5", "all@5", "NDCG@5")
    rows = [
        [f"**{way}**" if way == "Clew" else way, *(interval(groups["overall"][name]) for name in figures)]
        for way, groups in corpus("lihua")["percent"].items()
    ]
    return table(["way", "hit@1", "recall@5", "all@5", "NDCG@5"], rows)


def _methods(file: str, columns: Sequence[str], without: tuple[str, ...] = ()) -> str:
    """A row for each method without facts, and without what a name may not have."""
    found = corpus(file)
    rows: list[list[str]] = []
    for way, groups in found["percent"].items():
        if way.startswith("Clew, facts") or any(each in way for each in without):
            continue
        overall, above = groups["overall"], found["differences"].get(way)
        cells = [f"{overall[name][0]:.1f}" for name in columns]
        lead = interval(above[MAIN], "+.1f") if above else ""
        rows.append([f"**{way}**" if way == "Clew" else way, *cells, interval(overall[MAIN]), lead])
    return table(["way", *columns, "in 1,000 words", "Clew has above it"], rows)


def locomo_facts() -> str:
    """The gain by facts."""
    rows: list[list[str]] = []
    for name, file in (("by rules", "locomo_rules"), ("the file's", "locomo")):
        found = corpus(file)
        number = sum((each.get("facts") or each)["new"] for each in result(file)["consolidated"].values())
        plain, facts, packed = (
            found["percent"][way]["overall"] for way in ("Clew", "Clew, facts", "Clew, facts packed")
        )
        mean, low, high = found["differences"]["Clew, facts"][MAIN]
        rows.append(
            [
                f"{name}, {number:,}",
                f"{plain[MAIN][0]:.1f}",
                interval(facts[MAIN]),
                interval([-mean, -high, -low], "+.1f"),
                f"{packed[MAIN][0]:.1f}",
                " / ".join(f"{each['answer in 1000'][0]:.1f}" for each in (facts, packed)),
            ]
        )
    head = ["facts", "without", "with", "difference", "facts packed", "answer words, turns / facts packed"]
    return table(head, rows)


def groups() -> str:
    """Made-up groups by the number of people that a question names: Clew, and the best flat method."""
    found = result("groups")["corpora"]
    rows: list[list[str]] = []
    for named in ("0", "1", "2", "3 or more"):
        group = f"named: {named}"
        cells: list[str] = []
        for figure in ("hit@1", "r@10"):
            for each in found.values():
                ours, lead = each["percent"]["Clew"][group][figure][0], each["leads"][group][figure][1:]
                cells.append(f"{ours:.0f}, {interval(lead, '+.0f')}")
        rows.append([named, *cells])
    heads = [
        f"{figure}, {corpus.removeprefix('groups of ')} people" for figure in ("hit@1", "r@10") for corpus in found
    ]
    return table(["people named", *heads], rows)


def languages() -> str:
    """Questions in six languages: hit@1, r@10 and MRR of flat methods and Clew."""
    rows: list[list[str]] = []
    for file in ("languages", "languages_kept"):
        kept = result(file)
        for encoder, own in kept["percent"].items():
            for way in ("BM25", "dense", "min-max", "Clew"):
                figures = [[each[way][name][0] for name in ("hit@1", "r@10", "MRR")] for each in own.values()]
                name = f"**{way}**" if way == "Clew" else way
                rows.append(
                    [
                        kept["half"],
                        f"`{encoder}`",
                        name,
                        *(" / ".join(f"{one:.0f}" for one in each) for each in figures),
                    ]
                )
    return table(["half", "encoder", "way", "English", "German", "French", "Spanish", "Chinese", "Japanese"], rows)


def recall_questions() -> str:
    """Evidence in chats by the kind of question."""
    kinds = {
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
    head, columns = ["questions about"], list[tuple[str, str]]()
    for encoder, file in (("minilm", "chats_minilm"), ("e5-small", "chats")):
        head += [f"closest vectors of {encoder}, same excerpts", f"Clew, {encoder}"]
        columns += [(file, "dense, same excerpts"), (file, "Clew")]
    rows = [
        [name, *(f"{corpus(file)['percent'][way][f'category: {kind}'][MAIN][0]:.1f}" for file, way in columns)]
        for name, kind in kinds.items()
    ]
    return table(head, rows)


def encoders() -> str:
    """The same recall with two encoders."""
    asked = (
        ("two people, evidence in 1,000 words", "locomo", MAIN, ""),
        ("two people, evidence among ten turns", "locomo", "r@10", ""),
        ("a user and an assistant, evidence in 1,000 words", "chats", MAIN, ""),
        ("a user and an assistant, evidence among ten turns", "chats", "r@10", ""),
        ("HotpotQA, R@5", "multihop", "R@5", "HotpotQA"),
        ("MuSiQue, R@5", "multihop", "R@5", "MuSiQue"),
    )
    rows: list[list[str]] = []
    for name, file, figure, named in asked:
        files = (f"{file}_minilm", file)
        found = [result(each)["corpora"][named] if named else corpus(each) for each in files]
        rows.append([name, *(f"{each['percent']['Clew']['overall'][figure][0]:.1f}" for each in found)])
    return table(["recall", "minilm", "e5-small"], rows)


# Documents


def documents() -> str:
    """Paragraphs among the best five, in short."""
    ways = {
        "flat dense retrieval of passages": "dense",
        "dense and BM25 fused": "fusion",
        "Clew, documents, without PageRank": "Clew, walk off",
        "**Clew**, documents": "Clew",
        "Clew, the graph's edges dealt out at random": "Clew, edges shuffled",
    }
    rows: list[list[str]] = []
    for name, way in ways.items():
        cells: list[str] = []
        for named in ("HotpotQA", "MuSiQue"):
            found = result("multihop")["corpora"][named]
            flat, *lead = found["leads"]["overall"]["R@5"]
            told = f" ({interval(lead, '+.1f')} over {flat})" if way == "Clew" else ""
            cells.append(percent(found["percent"][way]["overall"]["R@5"]) + told)
        rows.append([name, *cells])
    return table(["", "HotpotQA", "MuSiQue"], rows)


def multihop() -> str:
    """Every method on every corpus."""
    figures = ("R@2", "R@5", "R@10", "A@5")
    rest = ("both, merged", "HotpotQA, untitled", "MuSiQue, untitled", "both, merged, untitled")
    found = result("multihop")["corpora"]
    rows: list[list[str]] = []
    for way in ("dense", "BM25", "fusion", "reciprocal ranks", "Clew, walk off", "Clew", "Clew, edges shuffled"):
        shares = {corpus: found[corpus]["percent"][way]["overall"] for corpus in found}
        whole = [" / ".join(f"{shares[name][each][0]:.0f}" for each in figures) for name in ("HotpotQA", "MuSiQue")]
        rows.append(
            [f"**{way}**" if way == "Clew" else way, *whole, *(f"{shares[each]['R@5'][0]:.1f}" for each in rest)]
        )
    head = [f"{name} {' / '.join(figures)}" for name in ("HotpotQA", "MuSiQue")]
    return table(["", *head, *(f"{each} R@5" for each in rest)], rows)


def multihop_leads() -> str:
    """Clew's lead over others, in points of R@5."""
    found = result("multihop")["corpora"]
    best = [each["leads"]["overall"]["R@5"] for each in found.values()]
    rows = [["flat retrieval", *(f"{interval(lead, '+.1f')} ({flat})" for flat, *lead in best)]]
    rows += [
        [way, *(interval(each["differences"][way]["R@5"], "+.1f") for each in found.values())]
        for way in ("Clew, walk off", "Clew, edges shuffled")
    ]
    return table(["Clew has above, in R@5", *found], rows)


TABLES: dict[str, Callable[[], str]] = {
    each.__name__: each
    for each in (
        *(recall_kinds, locomo_methods, locomo_facts, chats, lihua, groups, languages, recall_questions),
        *(encoders, documents, multihop, multihop_leads),
    )
}
