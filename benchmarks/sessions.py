"""Sessions that answer a question: recall beside flat rankings of turns, all in one run.

    python benchmarks/sessions.py chats.json.xz

The file has the form of `chats_data.py`, and each question names its `evidence_sessions`. A ranking of turns is read as
one of their sessions. Nothing here is tuned. See README.md for what the figures mean.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import chats_baselines
import connection
from chats_data import Chat, Question, content, transcripts
from circumstances import circumstances, write
from intervals import Rows, differences, estimates
from rich.console import Console
from rich.progress import track
from rich.table import Table

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.model import Hit

OUT = Path("out")
OURS = "Clew"
MOST = 5
FIRST, SOME, ALL = "hit@1", f"recall@{MOST}", f"all@{MOST}"


def main() -> int:
    """Remember each conversation, ask its questions, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="a file of chats, whose questions name sessions")
    parser.add_argument("--json", type=Path, default=OUT / "sessions.json")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    options = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = {}
    place, default = connection.place(options), encoder(options.encoder)
    around: dict[str, object] = {}
    for given in content(options.path):
        space = f"bench-sessions-{given['name']}"
        with Memory.open(place.uri, auth=place.auth, database=place.database, space=space, encoder=default) as memory:
            connection.forget(memory.space)  # what an interrupted run left
            try:
                chat = _chat(given)
                for each in track(chat.transcripts, description="remember"):
                    memory.remember(each.turns, session=each.session)
                flat = chats_baselines.answers(chat, memory, memory.settings.recall.limit)
                ours = [memory.recall(each.text).hits for each in track(chat.questions, description="ask")]
                around = circumstances(memory.space.graph)
            finally:
                connection.forget(memory.space)
        for name, answers in {**flat, OURS: ours}.items():
            if not name.endswith(chats_baselines.EXCERPTS):  # these rank alike
                both = zip(answers, chat.questions, strict=True)
                rows.setdefault(name, []).extend(_figures(hits, question) for hits, question in both)
    _report(rows, around, options.json)
    return 0


def _chat(given: dict) -> Chat:
    """Read a conversation; the evidence of a question are the names of its sessions."""
    messages = {
        id: id
        for each in given["sessions"]
        for id in (f"episode:{each['session']}/{place}" for place in range(len(each["turns"])))
    }
    asked = [
        Question(each["question"], each["category"], frozenset(each["evidence_sessions"]), str(each["answer"]))
        for each in given["questions"]
    ]
    answered = tuple(each for each in asked if each.evidence)
    return Chat(given["name"], transcripts(given), messages, answered, len(asked) - len(answered))


def _figures(hits: Sequence[Hit], question: Question) -> dict[str, float]:
    best = list(dict.fromkeys(hit.session for hit in hits))[:MOST]
    found = question.evidence & set(best)
    return {
        FIRST: float(best[:1] != [] and best[0] in question.evidence),
        SOME: len(found) / len(question.evidence),
        ALL: float(found == question.evidence),
    }


def _report(rows: Mapping[str, Rows], around: dict[str, object], path: Path) -> None:
    table = Table("percent, 95 % interval", FIRST, SOME, ALL, title=f"{len(rows[OURS])} questions")
    means = {name: estimates(own) for name, own in rows.items()}
    for name, found in means.items():
        table.add_row(name, *(str(found[column]) for column in (FIRST, SOME, ALL)))
    apart = {name: differences(rows[OURS], own) for name, own in rows.items() if name != OURS}
    for name, found in apart.items():
        table.add_row(f"Clew above {name}", *(found[column].signed for column in (FIRST, SOME, ALL)))
    Console(width=120).print(table)
    plain = {
        title: {name: {column: value.rounded(2) for column, value in found.items()} for name, found in each.items()}
        for title, each in (("percent", means), ("differences", apart))
    }
    write(path, {**around, **plain})


if __name__ == "__main__":
    sys.exit(main())
