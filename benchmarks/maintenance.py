"""Maintenance of truth: what holds after deletions, updates, conflicts, retractions and returns, and what does not.

    python benchmarks/maintenance.py --seeds 5 --gate --json results/maintenance.json

`maintenance_scenarios.py` tells what is told, taken away and brought back. No question needs an understanding of
language, so everything has to be right. A memory of vectors alone gets the same texts, and
forgets those that are named.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import connection
from circumstances import circumstances, write
from gating import missed
from maintenance_scenarios import FAMILIES, SCENARIOS, Asked, Flat, Store
from rich.console import Console
from rich.table import Table

from clew.api.memory import Memory
from clew.embedding import encoder

OURS, VECTOR = "Clew", "vectors only"
SPACE = "bench-maintenance-"
STORES = 3  # of each kind and seed, each with all its scenarios

Judged = Mapping[tuple[str, str], Mapping[str, Sequence[bool]]]
"""By kind of memory and family of questions, for each way whether each answer is right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options(arguments)
    place, made = connection.place(options), encoder(options.encoder)
    judged: dict[tuple[str, str], dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    around: Mapping[str, object] = {}
    for seed in range(options.seed, options.seed + options.seeds):
        for kind in options.only or SCENARIOS:
            with Memory.open(
                place.uri, auth=place.auth, database=place.database, space=f"{SPACE}{kind}-{seed}", encoder=made
            ) as memory:
                connection.forget(memory.space)
                for each, answers in asked(Store(memory, Flat(made), random.Random(f"{seed}/{kind}")), kind):
                    for way, found in answers.items():
                        is_right = each.is_answered(found)
                        judged[each.kind, each.family][way].append(is_right)
                        if way == OURS and not is_right:
                            print(f"wrong: seed {seed}, {each}", file=sys.stderr)
                around = around or circumstances(memory.space.graph)
                if not options.keep:
                    connection.forget(memory.space)
    kept = gates(judged)
    show(judged)
    plain = {
        " / ".join(key): {way: [sum(right), len(right)] for way, right in ways.items()} for key, ways in judged.items()
    }
    write(options.json, {**around, "seed": options.seed, "seeds": options.seeds, "right of": plain, "gates": kept})
    return int(options.gate and missed(kept))


def asked(store: Store, kind: str) -> Iterator[tuple[Asked, Mapping[str, frozenset[str]]]]:
    """Return the questions of a kind, each with what either memory found; other texts of the kind stand beside."""
    store.flat.add(*(f"{store.name()} went to {town} by train." for _ in range(10) for town in store.towns(5)))
    for _ in range(STORES):
        for each in SCENARIOS[kind](store):
            yield each, {OURS: each.found, VECTOR: store.flat.found(each.question)}


def gates(judged: Judged) -> dict[str, bool]:
    """Return whether each figure is as promised."""
    kept = {f"{kind}, {family}: all right": all(ways[OURS]) for (kind, family), ways in judged.items()}
    return kept | {
        f"{kind}: better than vectors": _better(judged, kind) for kind in sorted({kind for kind, _ in judged})
    }


def _better(judged: Judged, kind: str) -> bool:
    return not all(right for (each, _), ways in judged.items() if each == kind for right in ways[VECTOR])


def show(judged: Judged) -> None:
    """Print the share of right answers, by kind and family."""
    kinds = list(dict.fromkeys(kind for kind, _ in judged))
    table = Table("", *(f"{kind}\n{way}" for kind in kinds for way in (OURS, VECTOR)))
    for family in FAMILIES:
        cells = [_share(judged.get((kind, family), {}).get(way, ())) for kind in kinds for way in (OURS, VECTOR)]
        table.add_row(family, *cells)
    Console(width=200).print(table)


def _share(right: Sequence[bool]) -> str:
    return f"{sum(right) / len(right):.2f}" if right else "-"


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="the first one; draws names, towns and orders")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="so many, one after the other")
    parser.add_argument("--only", nargs="+", choices=SCENARIOS, metavar="KIND", help=", ".join(SCENARIOS))
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=Path("out/maintenance.json"))
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
