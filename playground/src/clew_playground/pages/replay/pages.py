"""The replay of a game as one page; see `clew.interfaces.pages.exported` for what keeps its texts harmless."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from clew.interfaces.pages.exported import exported
from clew.interfaces.pages.files import save
from clew.interfaces.pages.world import numbers, plan
from clew.interfaces.pages.world_map import places
from clew.model.triplet import Triplet
from clew_playground.pages.replay.recording import Frame, Recording
from clew_playground.pages.replay.recording_proxy import Asked, Decision

ANSWERS = 40
"""Parts of an answer that are shown."""


def write(path: Path, recording: Recording, *, title: str) -> Path:
    """Write the page of `render` and return its absolute path."""
    return save(path, render(recording, title=title))


def render(recording: Recording, *, title: str) -> str:
    """Return the page: of each step what it changed, and of the map where each place stands, once."""
    return exported("game", title, _data(recording), _written(recording, title), "The game in words")


def everything(recording: Recording) -> tuple[Triplet, ...]:
    """Return all triplets that were ever believed, in the order in which they were first."""
    return tuple(dict.fromkeys(each for frame in recording.frames for each in frame.new))


def _data(recording: Recording) -> dict[str, object]:
    triplets = everything(recording)
    visited = [frame.place for frame in recording.frames if frame.place]
    cells = places(recording.believed, [*visited, *places(triplets)])  # what is believed at the end decides where
    known = {each: place for place, each in enumerate(triplets)}
    return plan(triplets, cells) | {
        "task": recording.task,
        "outcome": recording.outcome,
        "most": recording.max_score,
        "decisions": _decisions(recording.decisions, known),
        "steps": _steps(recording.frames, known, numbers(triplets, cells)),
    }


def _steps(frames: Sequence[Frame], known: Mapping[Triplet, int], number: Mapping[str, int]) -> list[dict[str, object]]:
    """Return what each step changed; leave out what stays as it was."""
    steps: list[dict[str, object]] = []
    ways: set[tuple[str, str]] = set()
    for frame in frames:
        now = {(place, way) for place, its in frame.unexplored.items() for way in its}
        step: dict[str, object] = {
            "action": frame.action,
            "text": frame.text,
            "place": number.get(frame.place),
            "score": frame.score,
            "decision": frame.decisions,
            "new": [known[each] for each in frame.new],
            "gone": [known[each] for each in frame.gone],
            "seen": [[number[place], way] for place, way in sorted(now - ways)],
            "tried": [[number[place], way] for place, way in sorted(ways - now)],
        }
        steps.append({name: value for name, value in step.items() if value not in ([], "")})
        ways = now
    return steps


def _decisions(decisions: Iterable[Decision], known: Mapping[Triplet, int]) -> dict[str, object]:
    """Return each choice with its questions; a text that comes again and again is written once."""
    texts: dict[str, int] = {}

    def text(words: str) -> int:
        return texts.setdefault(words, len(texts))

    def one(asked: Asked) -> list[object]:
        shown, words = asked.triplets[:ANSWERS], asked.words[:ANSWERS]
        left = len(asked.triplets) + len(asked.words) - len(shown) - len(words)
        return [
            text(asked.question),
            [known[each] for each in shown if each in known],
            [text(each) for each in words],
            list(asked.steps),
            left,
        ]

    made = [[each.choice, [one(asked) for asked in each.asked]] for each in decisions]
    return {"made": made, "texts": list(texts)}


def _written(recording: Recording, title: str) -> str:
    """Return the game in words, for who sees no pictures and who runs no scripts."""
    lines = "\n".join(
        f"<li value={frame.number}>{escape(_line(frame, recording.points(frame.score)))}</li>"
        for frame in recording.frames
    )
    return f"<h2>{escape(title)}: {escape(recording.outcome)}</h2>\n<p>{escape(recording.task)}</p>\n<ol>{lines}</ol>"


def _line(frame: Frame, points: str) -> str:
    parts = [
        f"{frame.action or 'begins'}: in {frame.place or 'an unknown place'}, {points} points",
        f"{len(frame.new)} learnt" if frame.new else "",
        f"no longer: {', '.join(each.text for each in frame.gone)}" if frame.gone else "",
        f"carries {', '.join(frame.carried)}" if frame.carried else "",
    ]
    return "; ".join(filter(None, parts))
