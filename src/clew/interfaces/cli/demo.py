"""`clew demo`: a conversation remembered, five questions, the evidence, and a picture."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, line, out, program, say
from clew.interfaces.cli.options import Options, options

if TYPE_CHECKING:
    from clew.api.memory import Memory
    from clew.interfaces.cli.questions import Asked
    from clew.model import Recall, Remembered, Subgraph

MAX_ROWS = 4


@dataclass(frozen=True)
class Played:
    """What the demo did; `ready` and `remembering` are seconds."""

    space: str
    source: str
    ready: float
    remembering: float
    remembered: "tuple[Remembered, ...]"
    questions: "tuple[Asked, ...]"
    answers: "tuple[tuple[Recall, Subgraph], ...]"


def demo(
    context: typer.Context,
    file: Annotated[Path | None, typer.Option(help="Play this conversation instead of the bundled one.")] = None,
    picture: Annotated[Path, typer.Option(help="Where the picture goes.")] = Path("clew-demo.html"),
) -> None:
    """Remember a conversation, ask five questions, show the evidence, draw a picture."""
    from clew.interfaces.pages.picture.picture import write
    from clew.interfaces.pages.template import check_writable

    chosen = options(context)
    check_writable(picture)
    played = play(chosen, file)
    page = write(picture, played.answers, title=played.source)
    if chosen.json:
        _emit(played, page)
    else:
        _report(chosen, played, page)


def play(chosen: Options, file: Path | None) -> Played:
    """Remember the source, ask its questions.

    Raises:
        ClewError: the source cannot be used, or memory cannot be reached.
    """
    from clew.interfaces.cli.progress import remembering

    source, questions = _source(file)
    space = chosen.given.get("space") or ("demo" if file is None else f"demo-{_name(file)}")
    start = time.perf_counter()
    with chosen.memory(space=space) as memory:
        ready = time.perf_counter() - start
        with remembering(quiet=chosen.json) as on_progress:
            done = memory.remember_file(source, on_progress=on_progress)
        spent = time.perf_counter() - start - ready
        answers = tuple(_ask(memory, asked) for asked in questions)
    return Played(space, line(str(file or "the bundled conversation")), ready, spent, done, questions, answers)


def _source(file: Path | None) -> "tuple[Path, tuple[Asked, ...]]":
    from clew.interfaces.cli import questions

    if file is not None:
        return file, questions.of_file(file)
    from clew.loaders.conversation import demo as bundled

    return bundled.path(), questions.bundled()


def _ask(memory: "Memory", asked: "Asked") -> "tuple[Recall, Subgraph]":
    recall = memory.recall(asked.text)
    return recall, memory.subgraph(recall)


def _name(file: Path) -> str:
    return re.sub(r"\W+", "-", file.stem)[:60].strip("-") or "file"


def ranks(recall: "Recall", asked: "Asked") -> list[int]:
    """Return the 1-based places of the hits that hold the answer."""
    return [rank for rank, hit in enumerate(recall.hits, 1) if (hit.session, hit.position) in asked.evidence]


def _emit(played: Played, page: Path) -> None:
    emit(
        {
            "space": played.space,
            "source": played.source,
            "seconds": {"ready": played.ready, "remembering": played.remembering},
            "remembered": played.remembered,
            "answers": [
                {
                    "question": asked.text,
                    "answer": asked.answer,
                    "evidence": sorted(asked.evidence),
                    "ranks": ranks(recall, asked),
                    "recall": recall,
                }
                for asked, (recall, _) in zip(played.questions, played.answers, strict=True)
            ],
            "picture": page,
        }
    )


def _report(chosen: Options, played: Played, page: Path) -> None:
    from rich.markup import escape

    from clew.interfaces.cli.scores import legend

    new = sum(each.appended for each in played.remembered)
    known = sum(each.unchanged for each in played.remembered)
    turns = f"{new} turns remembered" + (f", {known} known already" if known else "")
    sessions = f"{len(played.remembered)} sessions, space {escape(line(played.space))}"
    say(f"[bold]{escape(line(played.source))}[/bold]: {turns}, {sessions}")
    say(f"[dim]memory open in {played.ready:.1f} s, remembered in {played.remembering:.1f} s[/dim]")
    for number, (asked, (recall, _)) in enumerate(zip(played.questions, played.answers, strict=True), 1):
        _answer(number, asked, recall)
    say()
    out().print(legend([hit for recall, _ in played.answers for hit in recall.hits[:MAX_ROWS]], out()))
    if any(asked.evidence and not asked.answer for asked in played.questions):
        say("[dim]This source has no questions: the rarest words of its longest turns were asked.[/dim]")
    say(f"\nPicture of the recalled graph: [bold]{escape(line(str(page)))}[/bold]")
    clew = escape(program())
    say(f"Ask more: {clew} recall --space {escape(line(played.space))} [italic]'your question'[/italic]")
    if not chosen.settings().uri:
        say(f"The Neo4j server stays up; stop it with: {clew} server stop")


def _answer(number: int, asked: "Asked", recall: "Recall") -> None:
    from rich.text import Text

    from clew.interfaces.cli.scores import table, timing

    say()
    out().print(Text(f"{number}. {line(asked.text)}", style="bold"), soft_wrap=True)
    found = {hit.id for hit in recall.hits if (hit.session, hit.position) in asked.evidence}
    out().print(table(recall.hits[:MAX_ROWS], out(), marked=found))
    evidence = f"; {_evidence(ranks(recall, asked), len(asked.evidence))}" if asked.evidence else ""
    answer = f"answer: {line(asked.answer)}; " if asked.answer else ""
    out().print(Text(f"{answer}{timing(recall)}{evidence}", style="dim"), soft_wrap=True)


def _evidence(places: Sequence[int], wanted: int) -> str:
    if not places:
        return "\N{BALLOT X} the evidence was not found"
    return f"\N{CHECK MARK} evidence at rank {', '.join(map(str, places))} ({len(places)} of {wanted})"
