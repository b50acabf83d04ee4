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
    from clew.model import Transcript, Turn

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


def demo(
    context: typer.Context,
    file: Annotated[Path | None, typer.Option(help="Play this conversation instead of the bundled one.")] = None,
    picture: Annotated[Path, typer.Option(help="The HTML file of the picture.")] = Path("clew-demo.html"),
) -> None:
    """Remember a conversation, ask five questions, show the evidence, draw a picture."""
    from clew.interfaces.pages.files import check_writable
    from clew.interfaces.pages.picture import write
    from clew.loaders.conversation import demo as bundled

    chosen = options(context)
    check_writable(picture)
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
    space, title = chosen.given.get("space") or name, line(str(file or "the bundled conversation"))
    start = time.perf_counter()
    with chosen.memory(space=space) as memory:
        seconds = {"ready": time.perf_counter() - start}
        with remembering(quiet=chosen.json) as on_progress:
            done = memory.remember_file(source, on_progress=on_progress)
        seconds["remembering"] = time.perf_counter() - start - seconds["ready"]
        recalls = [memory.recall(asked.text) for asked in questions]
        page = write(picture, [(recall, memory.subgraph(recall)) for recall in recalls], title=title)
    answers = [
        {
            "question": asked.text,
            "answer": asked.answer,
            "evidence": sorted(asked.evidence),
            "ranks": [rank for rank, hit in enumerate(recall.hits, 1) if (hit.session, hit.position) in asked.evidence],
            "recall": recall,
        }
        for asked, recall in zip(questions, recalls, strict=True)
    ]
    shown: dict[str, Any] = {"space": space, "source": title, "seconds": seconds}
    shown |= {"remembered": done, "answers": answers, "picture": page}
    emit(shown) if chosen.json else _report(chosen, shown)


def questions_of(path: Path) -> tuple[_Question, ...]:
    """Return five questions for a file: LoCoMo's own, else the rarest words of its longest turns."""
    from clew.loaders.sources.detection import read

    asked = _locomo(path) if path.suffix.lower() == ".json" and path.is_file() else ()
    return asked or _from_turns(read(path))


def _locomo(path: Path) -> tuple[_Question, ...]:
    from clew.loaders.sources.detection import read
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
    for transcript in read(path):
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


def _report(chosen: Options, shown: dict[str, Any]) -> None:
    from rich.markup import escape
    from rich.text import Text

    from clew.interfaces.cli.scores import legend, table, timing

    space, done = escape(line(shown["space"])), shown["remembered"]
    seconds, answers = shown["seconds"], shown["answers"]
    known = sum(each.unchanged for each in done)
    turns = f"{sum(each.appended for each in done)} turns remembered" + (f", {known} known already" if known else "")
    say(f"[bold]{escape(shown['source'])}[/bold]: {turns}, {len(done)} sessions, space {space}")
    say(f"[dim]memory open in {seconds['ready']:.1f} s, remembered in {seconds['remembering']:.1f} s[/dim]")
    for number, each in enumerate(answers, 1):
        recall, ranks = each["recall"], each["ranks"]
        say()
        out().print(Text(f"{number}. {line(each['question'])}", style="bold"), soft_wrap=True)
        out().print(table(recall.hits[:MAX_ROWS], out(), marked={recall.hits[rank - 1].id for rank in ranks}))
        evidence = "; \N{BALLOT X} the evidence was not found" if each["evidence"] else ""
        if ranks:
            found = f"{', '.join(map(str, ranks))} ({len(ranks)} of {len(each['evidence'])})"
            evidence = f"; \N{CHECK MARK} evidence at rank {found}"
        answer = f"answer: {line(each['answer'])}; " if each["answer"] else ""
        out().print(Text(f"{answer}{timing(recall)}{evidence}", style="dim"), soft_wrap=True)
    say()
    out().print(legend([hit for each in answers for hit in each["recall"].hits[:MAX_ROWS]], out()))
    if any(each["evidence"] and not each["answer"] for each in answers):
        say("[dim]This source has no questions: the rarest words of its longest turns were asked.[/dim]")
    say(f"\nPicture of the recalled graph: [bold]{escape(line(str(shown['picture'])))}[/bold]")
    clew = escape(program())
    say(f"Ask more: {clew} recall --space {space} [italic]'your question'[/italic]")
    if not chosen.settings().uri:
        say(f"The Neo4j server stays up; stop it with: {clew} server stop")
