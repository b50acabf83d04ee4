"""What all texts have in common for e5-small, which the encoder takes away: the mean vector of passages and of turns.

    python benchmarks/encoder_mean.py FOLDER

The folder holds HotpotQA and MuSiQue, as for `multihop.py`. Half of the texts are openings of their paragraphs, half
turns of talks that this project wrote (the demo's, and the sentences about names), so that neither form is favoured.
It writes one number a line beside the encoder.
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

import multihop_data
import numpy as np

from clew.embedding import E5Small
from clew.embedding.e5_small import MEAN
from clew.loaders.conversation import demo

PARAGRAPHS = 150
CHARACTERS = 300
"""Of a paragraph: its length does not matter here."""
SENTENCES = Path(__file__).with_name("alias_sentences.json")


def main() -> None:
    """Encode, average, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    encoder = E5Small(is_centred=False)
    means = [np.mean(encoder.embed_documents(list(texts)), axis=0) for texts in (_paragraphs(folder), _turns())]
    MEAN.write_text("".join(f"{value:.5f}\n" for value in np.mean(means, axis=0)), "utf-8")


def _paragraphs(folder: Path) -> list[str]:
    every = [each.whole[:CHARACTERS] for corpus in multihop_data.read(folder) for each in corpus.paragraphs]
    return random.Random(1).sample(every, PARAGRAPHS)


def _turns() -> Iterator[str]:
    for line in demo.path().read_text("utf-8").splitlines():
        turn = json.loads(line)
        yield f"{turn['speaker']}: {turn['text']}"
    for each in json.loads(SENTENCES.read_text("utf-8")):
        yield from (f"{speaker}: {text}" for speaker, text in each["turns"])


if __name__ == "__main__":
    main()
