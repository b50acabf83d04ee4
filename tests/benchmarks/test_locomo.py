"""LoCoMo's baselines and rivals are told what Clew is told: captions of images as well."""

import json
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.loaders.conversation.episodes import spoken

SESSION = [
    {"dia_id": "D1:1", "speaker": "Ida", "text": "Look!", "blip_caption": "a photo of a black goat"},
    {"dia_id": "D1:2", "speaker": "Ben", "text": "Is it yours?"},
    {"dia_id": "D1:3", "speaker": "Ida", "text": "I wish it were."},
]
ASKED = {"question": "Of which animal was the photo?", "answer": "a goat", "category": 4, "evidence": ["D1:1"]}


def test_a_caption_is_found_and_shown_as_recall_packs_it_and_costs_no_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, memory: Memory
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    import peers_data  # pyright: ignore[reportMissingImports]
    import recall_baselines  # pyright: ignore[reportMissingImports]
    from locomo_data import conversations, transcripts  # pyright: ignore[reportMissingImports]
    from recall_data import talks  # pyright: ignore[reportMissingImports]

    path = tmp_path / "told.json"
    told = {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": SESSION}
    path.write_text(json.dumps([{"sample_id": "roof", "conversation": told, "qa": [ASKED]}]))
    (conversation,), ((_, session),) = conversations(path), transcripts(path)
    assert [turn.plain for turn in conversation.turns] == [spoken(turn) for turn in session.turns]
    (talk,) = talks(path, conversations=None, questions=None)
    memory.remember(session.turns, session=session.session)
    answers = recall_baselines.answers(talk, memory, 3)
    assert all(talk.ids[answers[name][0][0].id] == "D1:1" for name in ("BM25", "dense", "dense, dated"))
    corpus = peers_data.locomo(path, None, 1, 0)
    line = "[1:56 pm on 8 May, 2023] Ida: Look! [image: a photo of a black goat]"
    assert corpus.batches[0].told[0].line == line
    assert corpus.costs["roof/session_1/0"] == 8  # without the caption
