"""`clew demo`: a conversation remembered, five questions of the source or of its turns, the evidence, and a picture."""

import heapq
import re
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from clew.interfaces.cli.console import emit, line, out, program, say
from clew.interfaces.cli.options import Options, options
from clew.interfaces.cli.progress import remembering

if TYPE_CHECKING:
    from clew.model import Recall, Remembered, Subgraph, Transcript, Turn

MAX_ROWS = 4
QUESTIONS = 5
MAX_COUNTED_CHARACTERS = 600  # characters of a turn that count in the search for the longest turns
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class _Question:
    """A question, its answer if there is one, and session and position of the turns that hold it."""

    text: str
    answer: str = ""
    evidence: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True)
class _Demo:
    """The results of the demo; `ready` and `remembering` are seconds."""

    space: str
    source: str
    ready: float
    remembering: float
    remembered: "tuple[Remembered, ...]"
    questions: tuple[_Question, ...]
    answers: "tuple[tuple[Recall, Subgraph], ...]"


def demo(
    context: typer.Context,
    file: Annotated[Path | None, typer.Option(help="Play this conversation instead of the bundled one.")] = None,
    picture: Annotated[Path, typer.Option(help="The HTML file of the picture.")] = Path("clew-demo.html"),
) -> None:
    """Remember a conversation, ask five questions, show the evidence, draw a picture."""
    from clew.interfaces.pages.picture.picture import write
    from clew.interfaces.pages.template import check_writable

    chosen = options(context)
    check_writable(picture)
    played = _play(chosen, file)
    page = write(picture, played.answers, title=played.source)
    if not chosen.json:
        _report(chosen, played, page)
        return
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
                    "ranks": _ranks(recall, asked),
                    "recall": recall,
                }
                for asked, (recall, _) in zip(played.questions, played.answers, strict=True)
            ],
            "picture": page,
        }
    )


def _play(chosen: Options, file: Path | None) -> _Demo:
    from clew.loaders.conversation import demo as bundled

    if file is None:
        source, name, questions = bundled.path(), "demo", list[_Question]()
        for each in bundled.questions():
            places = (place.rpartition("/") for place in each.evidence)
            evidence = frozenset((session, int(position)) for session, _, position in places)
            questions.append(_Question(each.text, each.answer, evidence))
    else:
        source, questions = file, list(questions_of(file))
        stem = re.sub(r"\W+", "-", file.stem)[:60].strip("-")
        name = f"demo-{stem or 'file'}"
    space = chosen.given.get("space") or name
    start = time.perf_counter()
    with chosen.memory(space=space) as memory:
        ready = time.perf_counter() - start
        with remembering(quiet=chosen.json) as on_progress:
            done = memory.remember_file(source, on_progress=on_progress)
        spent = time.perf_counter() - start - ready
        recalls = [memory.recall(asked.text) for asked in questions]
        answers = tuple((recall, memory.subgraph(recall)) for recall in recalls)
    return _Demo(space, line(str(file or "the bundled conversation")), ready, spent, done, tuple(questions), answers)


def questions_of(path: Path) -> tuple[_Question, ...]:
    """Return five questions for a file: LoCoMo's own, else the rarest words of its longest turns."""
    from clew.loaders.sources.detection import read

    asked = _locomo(path) if path.suffix.lower() == ".json" and path.is_file() else ()
    return asked or _from_turns(read(path))


def _locomo(path: Path) -> tuple[_Question, ...]:
    from clew.loaders.sources.formats.locomo import transcripts
    from clew.loaders.sources.json_stream import elements

    empty: dict[str, object] = {}
    listed = next(elements(path), empty).get("qa")
    pairs = list[dict[str, Any]]()  # those with an answer, and a list of the turns that say it
    for pair in cast("list[object]", listed) if isinstance(listed, list) else ():
        fields = cast("dict[str, object]", pair) if isinstance(pair, dict) else {}
        if isinstance(fields.get("evidence"), list) and fields["evidence"] and {"question", "answer"} <= set(fields):
            pairs.append(fields)
    if not pairs:
        return ()
    places: dict[object, tuple[str, int]] = {}
    for transcript in transcripts(path):
        for position, turn in enumerate(transcript.turns):
            places.setdefault(turn.metadata.get("dia_id"), (transcript.session, position))
    found = list[_Question]()
    for pair in pairs[:QUESTIONS]:
        evidence = (places[name] for name in pair["evidence"] if isinstance(name, str) and name in places)
        found.append(_Question(str(pair["question"]), str(pair.get("answer", "")), frozenset(evidence)))
    return tuple(found)


def _from_turns(transcripts: "Iterable[Transcript]") -> tuple[_Question, ...]:
    often: Counter[str] = Counter()
    longest: list[tuple[int, int, str, int, Turn]] = []
    count = 0
    for transcript in transcripts:
        for position, turn in enumerate(transcript.turns):
            count += 1
            often.update(set(_words(turn.text)))
            entry = (min(len(turn.text), MAX_COUNTED_CHARACTERS), -count, transcript.session, position, turn)
            heapq.heappush(longest, entry) if len(longest) < QUESTIONS else heapq.heappushpop(longest, entry)
    found = list[_Question]()
    for _, _, session, position, turn in sorted(longest, reverse=True):
        words = list(dict.fromkeys(_words(turn.text)))
        rarest = set(sorted(words, key=lambda word: often[word])[:6])
        text = " ".join(word for word in words if word in rarest) or turn.text[:60]
        found.append(_Question(text, evidence=frozenset({(session, position)})))
    return tuple(found)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _ranks(recall: "Recall", asked: _Question) -> list[int]:
    return [rank for rank, hit in enumerate(recall.hits, 1) if (hit.session, hit.position) in asked.evidence]


def _report(chosen: Options, played: _Demo, page: Path) -> None:
    from rich.markup import escape
    from rich.text import Text

    from clew.interfaces.cli.scores import legend, table, timing

    new = sum(each.appended for each in played.remembered)
    known = sum(each.unchanged for each in played.remembered)
    turns = f"{new} turns remembered" + (f", {known} known already" if known else "")
    sessions = f"{len(played.remembered)} sessions, space {escape(line(played.space))}"
    say(f"[bold]{escape(line(played.source))}[/bold]: {turns}, {sessions}")
    say(f"[dim]memory open in {played.ready:.1f} s, remembered in {played.remembering:.1f} s[/dim]")
    for number, (asked, (recall, _)) in enumerate(zip(played.questions, played.answers, strict=True), 1):
        say()
        out().print(Text(f"{number}. {line(asked.text)}", style="bold"), soft_wrap=True)
        found = {hit.id for hit in recall.hits if (hit.session, hit.position) in asked.evidence}
        out().print(table(recall.hits[:MAX_ROWS], out(), marked=found))
        evidence = "; \N{BALLOT X} the evidence was not found" if asked.evidence else ""
        if places := _ranks(recall, asked):
            ranks = ", ".join(map(str, places))
            evidence = f"; \N{CHECK MARK} evidence at rank {ranks} ({len(places)} of {len(asked.evidence)})"
        answer = f"answer: {line(asked.answer)}; " if asked.answer else ""
        out().print(Text(f"{answer}{timing(recall)}{evidence}", style="dim"), soft_wrap=True)
    say()
    out().print(legend([hit for recall, _ in played.answers for hit in recall.hits[:MAX_ROWS]], out()))
    if any(asked.evidence and not asked.answer for asked in played.questions):
        say("[dim]This source has no questions: the rarest words of its longest turns were asked.[/dim]")
    say(f"\nPicture of the recalled graph: [bold]{escape(line(str(page)))}[/bold]")
    clew = escape(program())
    say(f"Ask more: {clew} recall --space {escape(line(played.space))} [italic]'your question'[/italic]")
    if not chosen.settings().uri:
        say(f"The Neo4j server stays up; stop it with: {clew} server stop")
