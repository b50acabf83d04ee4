"""Flat retrieval of a chat's messages: whole, or as Clew would show them, in excerpts with the question before."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import baselines
import numpy as np
from baselines import Floats
from chats_data import Chat

from clew.api.memory import Memory
from clew.graph.queries import generated
from clew.model import Hit
from clew.retrieval.hits import MAX_QUESTION_CHARACTERS, rank_spans
from clew.retrieval.question import answering, parse_question

DENSE, WORDS, FUSED, SCALED, NEXT = "dense", "BM25", "RRF", "min-max", "RRF + NEXT"
EXCERPTS = ", same excerpts"

VECTORS = """
MATCH (turn:Clew) WHERE turn.space = $space AND turn.kind = 'Episode'
RETURN turn.id AS id, turn.embedding AS embedding
"""
PARTS = """
MATCH (turn:Clew)-[:HAS_PART]->(part:Clew) WHERE turn.space = $space
RETURN turn.id AS turn, part.start AS start, part.embedding AS embedding ORDER BY turn, start
"""

Answers = dict[str, list[list[Hit]]]
"""Per method, for each question the best hits, best first."""


def answers(chat: Chat, memory: Memory, limit: int) -> Answers:
    """Rank the messages for each question; the vectors are those of memory.

    A dense ranking is of the texts alone, without speaker and date: on LoCoMo that is the stronger one.
    """
    vectors = {row["id"]: row["embedding"] for row in memory.space.read(generated("vectors", VECTORS))}
    parts = _parts(memory)
    asked = np.array([memory.space.encoder.embed_query(question.text) for question in chat.questions])
    dense = asked @ np.array([vectors[id] for id in chat.messages]).T
    words = baselines.bm25([_line(chat, place) for place in range(len(chat.turns))], [q.text for q in chat.questions])
    fused = baselines.reciprocal_rank(dense) + baselines.reciprocal_rank(words)
    scores = {
        DENSE: dense,
        WORDS: words,
        SCALED: baselines.DENSE_SHARE * baselines.scaled(dense) + (1 - baselines.DENSE_SHARE) * baselines.scaled(words),
        FUSED: fused,
        NEXT: baselines.spread(fused, [session for _, session, _ in chat.turns]),
    }
    found: Answers = {}
    for name, values in scores.items():
        orders = np.argsort(-values, axis=1, kind="stable")[:, :limit]
        found[name] = [[_hit(chat, place) for place in order] for order in orders.tolist()]
        found[name + EXCERPTS] = [
            [_as_clew_shows(chat, place, _spans(chat, place, parts, vector, question.text)) for place in order]
            for order, vector, question in zip(orders.tolist(), asked, chat.questions, strict=True)
        ]
    return found


def _parts(memory: Memory) -> Mapping[str, tuple[list[int], Floats]]:
    """Where the parts of each long turn begin, and their vectors, shape (parts, dimensions)."""
    rows = memory.space.read(generated("parts", PARTS))
    found: dict[str, list[dict[str, object]]] = {}
    for row in rows:
        found.setdefault(row["turn"], []).append(row)
    return {
        turn: ([int(str(row["start"])) for row in own], np.array([row["embedding"] for row in own]))
        for turn, own in found.items()
    }


def _line(chat: Chat, place: int) -> str:
    _, _, turn = chat.turns[place]
    return f"[{turn.at:%d %B %Y}] {turn.speaker}: {turn.text}"


def _spans(
    chat: Chat, place: int, parts: Mapping[str, tuple[list[int], Floats]], vector: Floats, question: str
) -> Sequence[tuple[int, int]]:
    id = chat.ids[place]
    if id not in parts:
        return ()
    starts, vectors = parts[id]
    text = chat.turns[place][2].text
    similarities = ((1 + vectors @ vector) / 2).tolist()
    return rank_spans(text, list(pairwise([*starts, len(text)])), similarities, parse_question(question, ()).words)


def _as_clew_shows(chat: Chat, place: int, spans: Sequence[tuple[int, int]]) -> Hit:
    return replace(_hit(chat, place), spans=tuple(spans), replied_to=_replied_to(chat, place))


def _replied_to(chat: Chat, place: int) -> str:
    """How the question before an answer begins; empty where it is none."""
    turns = chat.turns
    (_, session, turn), (_, before, asked) = turns[place], turns[max(place - 1, 0)]
    answerers = answering([turn.speaker, asked.speaker])
    if turn.speaker not in answerers or asked.speaker in answerers or before != session:
        return ""
    return " ".join(asked.text[:MAX_QUESTION_CHARACTERS].split())


def _hit(chat: Chat, place: int) -> Hit:
    _, session, turn = chat.turns[place]
    return baselines.turn_hit(chat.ids[place], turn, chat.transcripts[session].session, place)
