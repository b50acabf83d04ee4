"""Questions in six languages about the same conversation: Clew and flat methods, with the default encoder and another.

    python benchmarks/languages.py --gate
    python benchmarks/languages.py --half kept --gate                   # once, at the end: nothing is tuned on it

`languages_data.py` says where the conversations are from. A managed server is started for each encoder, because a store
has one. See README.md for what the figures mean.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import connection
import recall_baselines
from circumstances import circumstances, write
from gating import missed, show_gates
from intervals import Rows, differences, estimates
from languages_data import ENGLISH, SPEAKERS, talk
from rich.console import Console
from rich.table import Table
from truth_wordings import HALVES

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.embedding.choice import DEFAULT
from clew.model import Filter, Hit
from clew.settings import RecallSettings

OURS, OTHER = "Clew", "multilingual"
FIGURE = "r@10"
WITHIN = 8.0
"""Points of `FIGURE` that a language may lie below English."""

Found = Mapping[str, Mapping[str, Mapping[str, Rows]]]
"""By encoder, language and method the figures of each question."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options(arguments)
    found: dict[str, dict[str, dict[str, Rows]]] = {}
    around: dict[str, object] = {}
    for name in options.encoders:
        place, made = connection.place(options), encoder(name)
        for language in SPEAKERS:
            space = f"bench-language-{language}"
            with Memory.open(place.uri, auth=place.auth, database=place.database, space=space, encoder=made) as memory:
                connection.forget(memory.space)
                found.setdefault(name, {})[language] = _asked(memory, language, options)
                around |= circumstances(memory.space.graph)
                if not options.keep:
                    connection.forget(memory.space)
    kept = gates(found)
    console = Console(width=160)
    for name in options.encoders:
        console.print(_table(name, found[name]))
    show_gates(kept, console)
    plain = {name: {language: _plain(each) for language, each in own.items()} for name, own in found.items()}
    write(options.json, {**around, "half": options.half, "percent": plain, "gates": kept})
    return int(options.gate and missed(kept))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--encoders", nargs="+", default=[DEFAULT, OTHER], help="default: %(default)s")
    parser.add_argument("--half", choices=HALVES, default=HALVES[0], help="of the questions; default: %(default)s")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=Path("out") / "languages.json")
    connection.add_arguments(parser)
    options = parser.parse_args(arguments)
    if (options.uri or options.home) and len(options.encoders) > 1:
        parser.error("a store has one encoder; name one of --encoders with --uri or --home")
    return options


def _asked(memory: Memory, language: str, options: argparse.Namespace) -> dict[str, Rows]:
    """Remember the conversation and ask every question in every way."""
    told = talk(language, options.half)
    for each in told.transcripts:
        memory.remember(each.turns, session=each.session)
    answers = recall_baselines.answers(told, memory, RecallSettings().limit)
    turns = Filter(kinds=("Episode",))
    answers[OURS] = [list(memory.recall(asked.text, turns).hits) for asked in told.questions]
    return {
        name: [_figures(hits, asked.evidence) for hits, asked in zip(each, told.questions, strict=True)]
        for name, each in answers.items()
    }


def _figures(hits: Sequence[Hit], evidence: frozenset[str]) -> dict[str, float]:
    place = next((place for place, hit in enumerate(hits, 1) if hit.id in evidence), float("inf"))
    return {"hit@1": place == 1, "r@5": place <= 5, FIGURE: place <= 10, "MRR": 1 / place}


def gates(found: Found) -> dict[str, bool]:
    """Return each promise of the other encoder, with its figure, and whether it is kept."""
    kept: dict[str, bool] = {}
    for language, methods in found.get(OTHER, {}).items():
        if language != ENGLISH:
            above = differences(methods[OURS], found[OTHER][ENGLISH][OURS])[FIGURE]
            kept[f"{language}: {FIGURE} {above.signed} to English, at least -{WITHIN:.0f}"] = above.mean >= -WITHIN
    return kept


def _table(name: str, found: Mapping[str, Mapping[str, Rows]]) -> Table:
    table = Table("hit@1 / r@5 / r@10 / MRR", *found, title=f"{name}, {len(found[ENGLISH][OURS])} questions a language")
    for method in found[ENGLISH]:
        cells = (" / ".join(f"{each.mean:.0f}" for each in estimates(own[method]).values()) for own in found.values())
        table.add_row(method, *cells)
    return table


def _plain(methods: Mapping[str, Rows]) -> dict[str, dict[str, list[float]]]:
    return {
        name: {figure: each.rounded(1) for figure, each in estimates(rows).items()} for name, rows in methods.items()
    }


if __name__ == "__main__":
    sys.exit(main())
