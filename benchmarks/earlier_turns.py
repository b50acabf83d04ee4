"""From which similarity an earlier turn is shown beside a chunk that a model reads: what a threshold keeps and loses.

    python benchmarks/earlier_turns.py LOCOMO.json

An earlier turn is useful to a chunk where a question of LoCoMo has both as its evidence. For each threshold: turns
shown per chunk, the share of them that is useful, and the share of useful turns that is shown, of those that no
threshold would show; by vectors of the text alone, as they were, and with the speaker, as they are. See README.md.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import connection
import locomo_data
import numpy as np
from circumstances import PACKAGES, without_server, write
from locomo_data import Conversation
from numpy.typing import NDArray

from clew.embedding import encoder
from clew.loaders.knowledge.pending import EARLIER
from clew.loaders.language.splitting import tokens
from clew.settings import Settings

OUT = Path("out")
THRESHOLDS = (0.0, 0.4, 0.45, 0.5, 0.55, 0.6, 0.64, 0.67, 0.7, 0.73)
Rows = dict[float, dict[str, float]]


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("locomo", type=Path, help="LoCoMo's file")
    parser.add_argument("--json", type=Path, default=OUT / "earlier_turns.json")
    connection.add_encoder_argument(parser)
    options = parser.parse_args()
    found = locomo_data.conversations(options.locomo)
    embed = encoder(options.encoder).embed_documents
    figures: dict[str, Rows] = {}
    for way, attribute in {"text alone": "text", "Speaker: text": "plain"}.items():
        shown = [
            each
            for conversation in found
            for each in _shown(
                conversation,
                np.array(embed([getattr(turn, attribute) for turn in conversation.turns])),
            )
        ]
        figures[way] = {threshold: _row(shown, threshold) for threshold in THRESHOLDS}
        print(f"\n{way}\n{'cosine':>8}{'shown':>8}{'useful':>8}{'kept':>8}")
        for threshold, row in figures[way].items():
            print(f"{threshold:8}{row['shown']:8.2f}{row['useful']:8.3f}{row['kept']:8.3f}")
    write(options.json, {**without_server(PACKAGES), "figures": figures})
    return 0


def _shown(conversation: Conversation, vectors: NDArray[np.float64]) -> Iterator[list[tuple[float, bool]]]:
    """Yield for each chunk that has turns before it the closest of them: similarity, and whether it is useful."""
    place = {turn.id: number for number, turn in enumerate(conversation.turns)}
    together = {
        (place[one], place[two]) for each in conversation.questions for one, two in product(each.evidence, repeat=2)
    }
    for start, end in pairwise(_bounds(conversation)):
        close = (vectors[:start] @ vectors[start:end].T).max(axis=1, initial=-1.0)
        best = np.argsort(-close)[:EARLIER]
        if start:
            yield [(float(close[at]), any((int(at), turn) in together for turn in range(start, end))) for at in best]


def _bounds(conversation: Conversation) -> list[int]:
    """Where chunks begin, and where the last ends: of one session, as long as a model reads at once."""
    bounds, size, budget = [0], 0, Settings().consolidate.chunk_tokens
    for number, turn in enumerate(conversation.turns):
        length = tokens(turn.plain) + 4
        if number and (conversation.turns[number - 1].session != turn.session or size + length > budget):
            bounds.append(number)
            size = 0
        size += length
    return [*bounds, len(conversation.turns)]


def _row(shown: list[list[tuple[float, bool]]], threshold: float) -> dict[str, float]:
    kept = [is_useful for chunk in shown for similarity, is_useful in chunk if similarity >= threshold]
    useful = sum(is_useful for chunk in shown for _, is_useful in chunk)
    return {"shown": len(kept) / len(shown), "useful": sum(kept) / max(len(kept), 1), "kept": sum(kept) / useful}


if __name__ == "__main__":
    raise SystemExit(main())
