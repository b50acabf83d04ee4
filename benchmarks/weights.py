"""Do recall's weights hold on conversations that they were not chosen on? Each is chosen anew without one, in one run.

    python benchmarks/weights.py locomo10.json chats.json.xz [--json out/weights.json]

Two kinds of conversation count alike: two people who write short turns, and a user with an assistant who writes long
answers. For every weight in turn, several values are asked; for each conversation the value is chosen that does best
on all the others, and judged on this one. The figure is the share of the evidence in the packed text of 1,000 words;
that among the best ten turns is written beside it.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import connection
import numpy as np
from chats_data import Chat, chats
from circumstances import circumstances, write
from evidence_recall import share
from intervals import Estimate, differences
from left_out import Place, best_elsewhere
from locomo_data import Conversation, conversations, transcripts
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.model import Filter, Hit
from clew.settings import RecallSettings

SPACE = "bench-recall-weights-"
LOCOMO, CHATS = "two people", "assistant"
KINDS = (LOCOMO, CHATS)
DECLARED = "declared"
FIGURE = "evidence"
FIRST = 10

VALUES: Mapping[str, Sequence[float]] = {
    "text_weight": (0.2, 0.5),
    "next_one": (0.0, 0.3, 0.8),
    "speaker_weight": (0.0, 0.2, 0.6),
    "role_weight": (0.0, 0.15, 0.4),
    "session_weight": (0.0, 0.1, 0.4),
    "session_full": (1, 8, 32),
    "date_weight": (0.0, 0.15, 0.5),
    "wish_weight": (0.0, 0.15, 0.5),
    "walk": (0.0, 0.15, 0.6),
    "part_discount": (0.0, 0.03, 0.1),
    "repeat_discount": (0.0, 0.1, 0.4),
    "breadth_words": (20, 50),
    "pool": (50, 200),
}
"""What is tried beside the declared value of each weight."""

Found = dict[str, list[float]]
"""Per variant the figure of each question, in the order of the questions."""


class Figures(NamedTuple):
    """How much of a question's evidence is found, 0 to 1."""

    packed: float
    """In the packed text."""
    first: float
    """Among the best ten turns."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, of which conversation, and how much of its evidence a text holds."""

    conversation: str
    kind: str
    memory: Memory
    text: str
    evidence: frozenset[str]
    names: Callable[[str], str]
    """The file's id of a turn by that of its episode."""

    def ask(self, settings: RecallSettings) -> Figures:
        """Ask with these settings."""
        recalled = self.memory.recall(self.text, Filter(kinds=("Episode",)), settings=settings)
        return Figures(self._share(recalled.packed), self._share(recalled.hits[:FIRST]))

    def _share(self, hits: Sequence[Hit]) -> float:
        return share([self.names(hit.id) for hit in hits], self.evidence)


def main() -> int:
    """Run, print, write."""
    options = _options()
    place = connection.place(options)
    base = RecallSettings.model_validate({"engine": "local"})
    with ExitStack() as stack, Progress() as progress:
        asked = [*_locomo(options, place, stack, progress), *_chats(options, place, stack, progress)]
        found: Found = {}
        first: Found = {}
        for name, settings in progress.track(list(_variants(base)), description="ask"):
            figures = [each.ask(settings) for each in asked]
            found[name], first[name] = [each.packed for each in figures], [each.first for each in figures]
        around = circumstances(asked[0].memory.space.graph)
    left_out = {weight: _judged(weight, asked, found) for weight in VALUES}
    _show(base, asked, found, left_out)
    write(
        options.json,
        {
            **around,
            "questions": {kind: sum(each.kind == kind for each in asked) for kind in KINDS},
            "encoder": options.encoder,
            "percent": _percent(asked, found),
            "percent of the best ten": _percent(asked, first),
            "left_out": {
                weight: {kind: estimate.rounded(2) for kind, estimate in each.items()}
                for weight, each in left_out.items()
            },
        },
    )
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("locomo", type=Path, help="LoCoMo's JSON file")
    parser.add_argument("chats", type=Path, help="a file of chats")
    parser.add_argument("--every", type=int, default=5, metavar="N", help="of LoCoMo's questions, each Nth")
    parser.add_argument("--json", type=Path, default=Path("out/weights.json"))
    connection.add_encoder_argument(parser)
    connection.add_arguments(parser)
    return parser.parse_args()


def _locomo(
    options: argparse.Namespace, place: connection.Place, stack: ExitStack, progress: Progress
) -> Iterator[Asked]:
    told: dict[str, Conversation] = {each.name: each for each in conversations(options.locomo)}
    memories = {name: _open(options, place, stack, f"locomo-{name}") for name in told}
    for name, each in progress.track(list(transcripts(options.locomo)), description="remember"):
        memories[name].remember(each.turns, session=each.session)
    for name, each in told.items():
        for question in each.questions[:: options.every]:
            yield Asked(name, LOCOMO, memories[name], question.text, question.evidence, _dialog)


def _chats(
    options: argparse.Namespace, place: connection.Place, stack: ExitStack, progress: Progress
) -> Iterator[Asked]:
    told: Sequence[Chat] = chats(options.chats)
    for each in progress.track(told, description="remember"):
        memory = _open(options, place, stack, f"chats-{each.name}")
        for transcript in each.transcripts:
            memory.remember(transcript.turns, session=transcript.session)
        for question in each.questions:
            yield Asked(each.name, CHATS, memory, question.text, question.evidence, each.messages.__getitem__)


def _open(options: argparse.Namespace, place: connection.Place, stack: ExitStack, name: str) -> Memory:
    """Open a space that is empty, and is forgotten at the end."""
    memory = stack.enter_context(
        Memory.open(
            place.uri, auth=place.auth, database=place.database, space=SPACE + name, encoder=encoder(options.encoder)
        )
    )
    connection.forget(memory.space)  # what an interrupted run left
    if not options.keep:
        stack.callback(connection.forget, memory.space)
    return memory


def _dialog(id: str) -> str:
    """``D3:7`` for ``episode:conv-26/session_3/6``."""
    session, _, position = id.rpartition("_")[2].partition("/")
    return f"D{session}:{int(position) + 1}"


def _variants(base: RecallSettings) -> Iterator[tuple[str, RecallSettings]]:
    yield DECLARED, base
    for weight, values in VALUES.items():
        for value in values:
            yield _variant(weight, value), base.changed(**_changes(base, weight, value))


def _variant(weight: str, value: float) -> str:
    return f"{weight} {value:g}"


def _changes(base: RecallSettings, weight: str, value: float) -> dict[str, Any]:
    """What one weight stands for: the shares of vector and words add up, two steps follow one, the walk is a part."""
    if weight == "text_weight":
        return {weight: value, "vector_weight": 1 - value}
    if weight == "next_one":
        return {weight: value, "next_two": value * base.next_two / base.next_one}
    if weight == "walk":
        return {"episode_walk": base.episode_walk.changed(weight=value)}
    return {weight: value}


def _percent(asked: Sequence[Asked], found: Found) -> dict[str, dict[str, float]]:
    return {
        name: {kind: round(100 * _mean(asked, values, kind), 2) for kind in KINDS} for name, values in found.items()
    }


def _mean(asked: Sequence[Asked], values: Sequence[float], kind: str) -> float:
    kept = [value for each, value in zip(asked, values, strict=True) if each.kind == kind]
    return float(np.mean(kept))


def _judged(weight: str, asked: Sequence[Asked], found: Found) -> dict[str, Estimate]:
    """The difference to the declared value where each conversation gets the value that does best on all the others."""
    tried = {name: found[name] for name in (DECLARED, *(_variant(weight, value) for value in VALUES[weight]))}
    left_out = best_elsewhere(tried, [Place(each.kind, each.conversation) for each in asked])
    return {
        kind: differences(
            [{FIGURE: left_out[row]} for row, each in enumerate(asked) if each.kind == kind],
            [{FIGURE: found[DECLARED][row]} for row, each in enumerate(asked) if each.kind == kind],
        )[FIGURE]
        for kind in KINDS
    }


def _show(
    base: RecallSettings, asked: Sequence[Asked], found: Found, left_out: Mapping[str, Mapping[str, Estimate]]
) -> None:
    table = Table("weight", "value", *KINDS, *(f"{kind}, left out" for kind in KINDS), title="Evidence in 1,000 words")
    table.add_row(DECLARED, "", *(f"{100 * _mean(asked, found[DECLARED], kind):.1f}" for kind in KINDS), "", "")
    for weight, values in VALUES.items():
        own = base.episode_walk.weight if weight == "walk" else getattr(base, weight)
        for value in values:
            told = found[_variant(weight, value)]
            left = [left_out[weight][kind].signed for kind in KINDS] if value == values[0] else ["", ""]
            name = f"{weight} ({own:g})" if value == values[0] else ""
            table.add_row(name, f"{value:g}", *(f"{100 * _mean(asked, told, kind):.1f}" for kind in KINDS), *left)
    Console(width=150).print(table)


if __name__ == "__main__":
    sys.exit(main())
