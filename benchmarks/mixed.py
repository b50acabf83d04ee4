"""A conversation and documents in one space: what each kind's questions lose by the other kind's company.

    python benchmarks/mixed.py locomo10.json FOLDER --conversations 2

Conversations and HotpotQA's paragraphs share a space; every question is asked of its own kind alone and of both. The
third row joins the two rankings without contrast, each scaled to its closest hit only. See README.md.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import connection
from circumstances import circumstances, write
from evidence_recall import WORDS, share
from locomo_data import Conversation, conversations
from multihop_data import Corpus
from multihop_data import read as read_corpora
from rich.console import Console
from rich.progress import track
from rich.table import Table

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.loaders.documents import documents
from clew.model import Filter, Recall
from clew.settings import RecallSettings

OUT = Path("out")
SPACE = "bench-mixed-"
TOP = 5
ON = RecallSettings.model_validate({"engine": "local"})
FLAT = ON.changed(kind_contrast=1000.0)
WAYS = {
    "its own kind alone": (ON, True),
    "both kinds": (ON, False),
    "both kinds, without contrast": (FLAT, False),
}


def main() -> int:
    """Run, print, write."""
    options = _options()
    place = connection.place(options)
    default = encoder(options.encoder)
    corpus = read_corpora(options.folder)[0]
    shares: dict[str, tuple[list[float], list[float]]] = {way: ([], []) for way in WAYS}
    around: dict[str, object] = {}
    for number, told in enumerate(conversations(options.path)[: options.conversations]):
        space = f"{SPACE}{told.name}"
        with Memory.open(place.uri, auth=place.auth, database=place.database, space=space, encoder=default) as memory:
            connection.forget(memory.space)
            try:
                _fill(memory, options.path, number, corpus)
                _ask(memory, told, corpus, shares)
                around = circumstances(memory.space.graph)
            finally:
                if not options.keep:
                    connection.forget(memory.space)
    _report(shares, around, options.json)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="LoCoMo's JSON file")
    parser.add_argument("folder", type=Path, help="holds hotpotqa_dev.json.xz")
    parser.add_argument("--conversations", type=int, default=2, metavar="N", help="the first N, a space each")
    parser.add_argument("--json", type=Path, default=OUT / "mixed.json")
    connection.add_encoder_argument(parser)
    connection.add_arguments(parser)
    return parser.parse_args()


def _fill(memory: Memory, path: Path, number: int, corpus: Corpus) -> None:
    sample = json.loads(path.read_text("utf-8"))[number]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "sample.json")
        file.write_text(json.dumps([sample]), "utf-8")
        memory.remember_file(file)
    groups = list(documents.grouped(each.written for each in corpus.paragraphs))
    for group in track(groups, description="read", transient=True):
        documents.remember(memory.space, group)


def _ask(
    memory: Memory, told: Conversation, corpus: Corpus, shares: dict[str, tuple[list[float], list[float]]]
) -> None:
    for way, (settings, alone) in WAYS.items():
        for question in track(told.questions, description=f"{told.name}: {way}", transient=True):
            kinds = ["episode"] if alone else ["episode", "passage"]
            recalled = memory.recall(question.text, Filter(kinds=kinds), settings=settings)
            shares[way][0].append(share(list(_turns(recalled)), question.evidence))
        for asked in track(corpus.questions, description=f"{corpus.name}: {way}", transient=True):
            kinds = ["passage"] if alone else ["episode", "passage"]
            recalled = memory.recall(asked.text, Filter(kinds=kinds), settings=settings)
            shares[way][1].append(share(_places(recalled)[:TOP], asked.gold))


def _turns(recalled: Recall) -> Iterator[str]:
    """The turns that the packed text of 1,000 words holds, by LoCoMo's ids."""
    for hit in recalled.packed:
        if hit.kind == "Episode":
            session = hit.session.rpartition("_")[2]
            yield f"D{session}:{hit.position + 1}"


def _places(recalled: Recall) -> Sequence[str]:
    """Documents and turns in order, a document where its first passage stands."""
    return list(dict.fromkeys(hit.document.removeprefix("document:") or hit.id for hit in recalled.hits))


def _report(shares: dict[str, tuple[list[float], list[float]]], around: dict[str, object], path: Path) -> None:
    table = Table("asked of", f"LoCoMo: evidence in {WORDS:,} packed words", f"HotpotQA: R@{TOP}", title="One space")
    means = {way: [100 * statistics.mean(each) for each in both] for way, both in shares.items()}
    for way, (turns, paragraphs) in means.items():
        table.add_row(way, f"{turns:.1f}", f"{paragraphs:.1f}")
    Console(width=120).print(table)
    questions = [len(each) for each in next(iter(shares.values()))]
    write(path, {**around, "questions": questions, "percent": means})


if __name__ == "__main__":
    sys.exit(main())
