"""What the rules read in prose that tells of no world: triplets where there should be next to none.

    python benchmarks/prose.py LOCOMO.json MULTIHOP_FOLDER [--gate]

Every second turn of LoCoMo and every second passage of HotpotQA, which were not read when the rules were written; the
other half may be. Prints each sentence in which a triplet is read; each counts as false, whatever it says. See
README.md.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import locomo_data
import multihop_data
from circumstances import without_server, write

from clew.loaders.world.reading import GENERAL, sentences

OUT = Path("out")
MAX_FALSE = 1.0
"""Of 1,000 sentences."""


def main() -> int:
    """Read, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    count, found = 0, list[str]()
    for text in _texts(options.locomo, options.multihop):
        for sentence in (each for line in text.splitlines() for each in sentences(line)):
            count += 1
            for triplet in GENERAL.read(f"{sentence}.").triplets:
                found.append(triplet.text)
                print(f"{triplet.text}  <  {sentence}")
    false = 1000 * len(found) / count
    gate = f"at most {MAX_FALSE} false in 1,000 sentences: {false:.2f}"
    print(f"{count} sentences, {len(found)} triplets\n{'pass' if false <= MAX_FALSE else 'FAIL'}  {gate}")
    figures = {"sentences": count, "triplets": found, "false in 1,000": round(false, 2)}
    write(options.json, {**without_server(()), **figures, "gates": {gate: false <= MAX_FALSE}})
    return int(options.gate and false > MAX_FALSE)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("locomo", type=Path, help="LoCoMo's file")
    parser.add_argument("multihop", type=Path, help="folder with HotpotQA")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where the gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "prose.json")
    return parser.parse_args()


def _texts(locomo: Path, multihop: Path) -> Iterator[str]:
    for conversation in locomo_data.conversations(locomo):
        yield from (turn.text for turn in conversation.turns[1::2])
    corpus = next(each for each in multihop_data.read(multihop) if each.name == "HotpotQA")
    yield from (paragraph.text for paragraph in corpus.paragraphs[1::2])


if __name__ == "__main__":
    sys.exit(main())
