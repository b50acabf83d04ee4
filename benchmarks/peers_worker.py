"""The process of one memory, asked in turns by `peers.py`: a line of JSON for each work, and one for each answer.

It runs in the environment of that memory, so it imports nothing of Clew but the encoder.
"""

import gc
import importlib
import json
import logging
import os
import sqlite3
import sys
import time
import traceback
from array import array
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings
from rivals.interface import Place, Rival, Server, Told
from synthetic import BagOfWords

from clew.embedding import encoder


class Metered(Embeddings):
    """The encoder that comes as a package; it keeps account of the time that it takes to store texts.

    A text to store is encoded once for all memories: its vector stands in a file that they share.

    Attributes:
        is_made_up: texts get vectors without a model, and a question likewise, when the model has had its time.
        is_storing: a text that comes as a question is one to store.
        seconds: taken to store, so far.
    """

    def __init__(self, vectors: Path) -> None:
        self._known = sqlite3.connect(vectors, timeout=60, isolation_level=None)
        self._known.execute("CREATE TABLE IF NOT EXISTS vectors (text TEXT PRIMARY KEY, vector BLOB)")
        self._real, self._bag = encoder("minilm"), BagOfWords()
        self.identity, self.dimensions = BagOfWords.identity, self._real.dimensions  # pyright: ignore[reportAttributeAccessIssue]
        self.is_made_up = self.is_storing = False
        self.seconds = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of texts to store."""
        begin = time.perf_counter()
        vectors = self._bag.embed_documents(texts) if self.is_made_up else self._shared(texts)
        self.seconds += time.perf_counter() - begin
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""
        if self.is_storing:
            return self.embed_documents([text])[0]
        vector = self._real.embed_query(text)
        return self._bag.embed_query(text) if self.is_made_up else vector

    def _shared(self, texts: list[str]) -> list[list[float]]:
        known = {text: found for text in texts if (found := self._stored(text))}
        if new := list(dict.fromkeys(text for text in texts if text not in known)):
            known |= zip(new, self._real.embed_documents(new), strict=True)
            rows = [(text, array("d", known[text]).tobytes()) for text in new]
            self._known.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)
        return [known[text] for text in texts]

    def _stored(self, text: str) -> list[float]:
        row = self._known.execute("SELECT vector FROM vectors WHERE text = ?", (text,)).fetchone()
        return array("d", row[0]).tolist() if row else []


def main() -> int:
    """Work until the input ends."""
    module, home, vectors, server = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    logging.disable(logging.WARNING)  # a driver's notices would cost the memory that causes them time
    metered = Metered(Path(vectors))
    given = Server(**json.loads(server)) if server else None
    rival: Rival = importlib.import_module(f"rivals.{module}").OPEN(Place(Path(home), metered, given))
    metered.embed_query("ready")
    _answer(answers, {"ways": rival.ways})
    for line in sys.stdin:
        try:
            _answer(answers, _work(rival, metered, json.loads(line)))
        except Exception as error:  # noqa: BLE001 - a memory that fails is left out, and the others go on
            traceback.print_exc()
            _answer(answers, {"error": f"{type(error).__name__}: {error}"[:300]})
    rival.close()
    return 0


def _answer(answers: Any, given: dict[str, object]) -> None:  # noqa: ANN401 - a text file
    print(json.dumps(given), file=answers, flush=True)


def _work(rival: Rival, metered: Metered, asked: dict[str, Any]) -> dict[str, object]:
    metered.is_made_up = asked.get("is_made_up", False)
    work = asked["work"]
    if work == "recall":
        begin = time.perf_counter()
        ids = rival.recall(asked["tenant"], asked["question"], asked["limit"], asked["way"])
        return {"seconds": time.perf_counter() - begin, "ids": ids}
    told = [Told(**each) for each in asked.get("told", ())]
    metered.is_storing = True
    begin, encoding = time.perf_counter(), metered.seconds
    if work == "tidy":
        rival.tidy()
    else:
        (rival.remember if work == "remember" else rival.fill)(asked["tenant"], told)
    seconds = time.perf_counter() - begin
    metered.is_storing = False
    if work == "tidy":
        gc.collect()
        gc.freeze()  # a collection would walk all packages that happen to be loaded; see compare.py
    return {"seconds": seconds, "encoding": metered.seconds - encoding}


if __name__ == "__main__":
    sys.exit(main())
