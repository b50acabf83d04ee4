"""A game in the terminal, step by step: the map, what was asked of the memory, what it learnt and unlearnt."""

from collections.abc import Sequence

from rich.markup import escape

from clew.agents.ariadne.play import OnStep
from clew.agents.environment import Observation
from clew.api.world import World
from clew.interfaces.cli.console import line, out, plain, say
from clew.interfaces.pages.world_map import neighbours, placed
from clew.model.world import Observed
from clew_playground.commands.sketch import sketch
from clew_playground.pages.replay.recording import Frame, Recording
from clew_playground.pages.replay.recording_proxy import RECALL, Decision

MAX_TRIPLETS = 6
"""Lines of a kind that are printed per step."""

QUESTIONS = 4
"""To the memory that are printed per decision."""

INDENT = 6


def watching(recording: Recording, world: World) -> OnStep:
    """Keep each step, and print it."""

    def on_step(observed: Observed, moment: Observation) -> None:
        before = recording.frames[-1] if recording.frames else None
        recording.keep(world, observed, moment)
        _show(recording, before)

    return on_step


def _show(recording: Recording, before: Frame | None) -> None:
    frame = recording.frames[-1]
    if before and frame.decisions > before.decisions:
        _asked(recording.decisions[-1])
    did = escape(line(frame.action)) or "begins"
    place = escape(line(frame.place)) or "an unknown place"
    points = recording.points(frame.score)
    say(f"[bold]{frame.number:>3}[/bold] {did}  [dim]in {place}, {points} points[/dim]")
    _lines("+", "green", [each.text for each in frame.new])
    _lines("-", "red", [each.text for each in frame.gone])
    if frame.carried:
        _lines("carries", "dim", [", ".join(frame.carried)])
    if before is None or frame.place != before.place:
        _map(recording, frame)


def _asked(decision: Decision) -> None:
    """Show what the player recalled; where it recalled nothing, its last questions that memory could answer."""
    recalled = [each for each in decision.asked if each.question.startswith(RECALL)]
    for each in recalled:
        _lines("?", "cyan", [each.question], crop=True)
        _lines("*", "cyan", each.answer)
    if not recalled:
        answered = [each for each in decision.asked if each.answer]
        texts = [f"{each.question}: {'; '.join(each.answer)}" for each in answered[-QUESTIONS:]]
        _lines("?", "cyan", texts, crop=True)


def _map(recording: Recording, frame: Frame) -> None:
    visited = dict.fromkeys(each.place for each in recording.frames if each.place)
    cells = placed(recording.believed, visited)
    ways = [(place, other) for place, _, other in neighbours(recording.believed)]
    for each in sketch(cells, ways, frame.unexplored, frame.place, width=out().width - INDENT):
        out().print(f"{'':{INDENT}}{plain(each)}", style="blue", markup=False, soft_wrap=True)


def _lines(sign: str, style: str, texts: Sequence[str], *, crop: bool = False) -> None:
    more = [f"and {len(texts) - MAX_TRIPLETS} more"] if len(texts) > MAX_TRIPLETS else []
    for each in [*texts[:MAX_TRIPLETS], *more]:
        text = f"{'':{INDENT}}{sign} {line(each)}"
        out().print(text, style=style, markup=False, soft_wrap=not crop, no_wrap=True, overflow="ellipsis")
