"""From which cosine may two facts be about one thing, so that a model is asked whether one ends the other?

    python benchmarks/related_facts.py

For each encoder and cosine: the share of pairs of a fact and the one that ends it which have it, and of pairs of two
facts about one person that have nothing to do with each other. The pairs (`related_facts.json`) were written for this.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from circumstances import PACKAGES, without_server, write

from clew.embedding import encoder

HERE = Path(__file__).parent
ENCODERS = ("minilm", "e5-small")
COSINES = (0.45, 0.5, 0.55, 0.6, 0.65)


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", type=Path, default=Path("out") / "related_facts.json")
    options = parser.parse_args()
    pairs = json.loads((HERE / "related_facts.json").read_text("utf-8"))
    shares: dict[str, dict[str, dict[float, float]]] = {}
    for name in ENCODERS:
        shares[name] = {kind: _shares(name, of_kind) for kind, of_kind in pairs.items()}
        for cosine in COSINES:
            print(f"{name:9}{cosine:5}", *(f"{kind} {found[cosine]:.2f}" for kind, found in shares[name].items()))
    write(options.json, {**without_server(PACKAGES), "shares": shares})
    return 0


def _shares(name: str, pairs: list[tuple[str, str]]) -> dict[float, float]:
    """Return by cosine the share of the pairs that have it."""
    first, second = (np.array(encoder(name).embed_documents(list(texts))) for texts in zip(*pairs, strict=True))
    cosines = (first * second).sum(axis=1)
    return {cosine: float((cosines >= cosine).mean()) for cosine in COSINES}


if __name__ == "__main__":
    raise SystemExit(main())
