"""Which short turns correct an earlier one? The direction that an encoder reads them by: learnt, and what it is worth.

    python benchmarks/corrections.py beam_dev.json.xz lihua_dev.json.xz [--gate]
    python benchmarks/corrections.py locomo7.json --learn    # write it into src/clew/retrieval/corrections.json

It is learnt from wordings of our own (`wordings/corrections_learnt.txt`, `remarks_learnt.txt`) by ridge regression of
their vectors. At most one in two hundred of a file's short turns reaches the threshold, and one in fifty of the
remarks. All other figures are of wordings and turns that had no part in it. The free wordings (`corrections_free.txt`,
`remarks_free.txt`) were written apart from the others. These remarks share a word or a value with the turn before, so
that they look like corrections. The baseline are the words that say "I correct". No server is needed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import connection
import numpy as np
from baselines import Floats
from circumstances import PACKAGES, without_server, write
from gating import missed, show_gates
from recall_data import talks
from rich.console import Console
from rich.table import Table
from truth_wordings import HALVES, table, wordings

from clew.embedding import encoder, identity
from clew.graph.schema import declared
from clew.model import Turn
from clew.retrieval.corrections import LEARNT, LOOK_BACK, learnt, may_correct, says_so

OUT = Path("out")
STRENGTH = 0.01
"""Of the ridge: vectors have length 1."""

TAKEN = 0.005
"""The share of a file's short turns that may reach the threshold, at most."""

REMARKS_TAKEN = 0.02
"""The same of the remarks that are learnt from."""

NAMES = ("user", "Ann", "Ben", "Marta", "Li Wei", "Adam")
"""Speakers of wordings, in turns: a speaker's name is embedded with the words."""

Said = Sequence[tuple[str, str]]
"""Speakers and what they say."""


def main() -> int:
    """Learn if that is asked for, read, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    name = identity(encoder(options.encoder))
    files = {path.stem: _short_turns(path) for path in options.files}
    if options.learn:
        _learn(name, options.encoder, next(iter(files.values())))
    direction, threshold = learnt()[name]
    found: dict[str, dict[str, float]] = {}
    for group, said in (_worded() | files).items():
        reads = _vectors(options.encoder, said) @ np.array(direction) >= threshold
        words = np.array([says_so(text) for _, text in said])
        shares = {"words": words, "cosine": reads, "Clew": words | reads}
        found[group] = {"turns": len(said)} | {way: 100 * float(each.mean()) for way, each in shares.items()}
    taken = sum(found[each]["turns"] * found[each]["Clew"] for each in files)
    gates = {
        "corrections in free words: known, at least 60 %": found[FREE]["Clew"] >= 60,
        "turns of the files: taken for corrections, at most 1 %": taken <= sum(found[each]["turns"] for each in files),
    }
    write(options.json, {**without_server(PACKAGES), "encoder": name, "found": found, "gates": gates})
    console = Console()
    shown = Table("", "turns", "words, %", "cosine, %", "Clew, %", title=f"Read as corrections, with {name}")
    for group, each in found.items():
        shown.add_row(group, f"{each['turns']:.0f}", *(f"{each[way]:.1f}" for way in ("words", "cosine", "Clew")))
    console.print(shown)
    show_gates(gates, console)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="LoCoMo's file or chats, in which people correct little")
    parser.add_argument("--learn", action="store_true", help="learn the direction, and its threshold on the first file")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "corrections.json")
    connection.add_encoder_argument(parser)
    return parser.parse_args()


FREE = "corrections, free"


def _worded() -> dict[str, Said]:
    """Return the wordings."""
    found = {
        "corrections, learnt from": table("corrections_learnt"),
        "remarks, learnt from": table("remarks_learnt"),
        **{f"corrections, {half}": wordings("corrections", half) for half in HALVES},
        FREE: table("corrections_free"),
        "remarks, free": table("remarks_free"),
    }
    return {name: _later(lines) for name, lines in found.items()}


def _later(lines: Sequence[Sequence[str]]) -> Said:
    """Return the later turn of each line, or the only one."""
    return [(NAMES[place % len(NAMES)], line[min(1, len(line) - 1)]) for place, line in enumerate(lines)]


def _short_turns(path: Path) -> Said:
    """Return the turns of a file that may correct: short ones, a little after another of their speaker."""
    found: list[tuple[str, str]] = []
    for talk in talks(path, conversations=None, questions=None):
        for transcript in talk.transcripts:
            for place, turn in enumerate(transcript.turns):
                before = transcript.turns[max(0, place - LOOK_BACK) : place]
                if may_correct(turn.text) and any(_states(each, turn.speaker) for each in before):
                    found.append((turn.speaker, turn.text))
    return found


def _states(turn: Turn, speaker: str) -> bool:
    return turn.speaker == speaker and "?" not in turn.text


def _vectors(name: str, said: Said) -> Floats:
    episode = declared().kind("Episode")
    rows = [{"kind": "Episode", "text": text, "speaker": speaker, "caption": ""} for speaker, text in said]
    vectors = np.array(encoder(name).embed_documents([episode.embedded_text(row) for row in rows]))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _learn(name: str, encoder_name: str, others: Said) -> None:
    """Write the direction that tells corrections from remarks, both counting alike, and its threshold."""
    corrections, remarks = (
        _vectors(encoder_name, _later(table(f"{kind}_learnt"))) for kind in ("corrections", "remarks")
    )
    centre = (corrections.mean(0) + remarks.mean(0)) / 2
    spread = sum((each - centre).T @ (each - centre) / len(each) / 2 for each in (corrections, remarks))
    towards = (corrections.mean(0) - remarks.mean(0)) / 2
    direction = np.linalg.solve(spread + STRENGTH * np.eye(len(centre)), towards)
    direction = np.round(direction / np.linalg.norm(direction), 4)
    may_reach = ((_vectors(encoder_name, others), TAKEN), (remarks, REMARKS_TAKEN))
    threshold = max(float(np.quantile(each @ direction, 1 - share)) for each, share in may_reach)
    known = json.loads(LEARNT.read_text("utf-8")) if LEARNT.exists() else {}
    known[name] = {"direction": direction.tolist(), "threshold": round(threshold, 4)}
    LEARNT.write_text(json.dumps(dict(sorted(known.items()))) + "\n", "utf-8")
    learnt.cache_clear()


if __name__ == "__main__":
    sys.exit(main())
