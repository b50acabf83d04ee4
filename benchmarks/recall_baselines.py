"""Flat retrieval of turns, ranked by their vectors and words alone: whole, or shown as Clew shows them, in excerpts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import baselines
import numpy as np
from baselines import Floats
from recall_data import Talk

from clew.api.memory import Memory
from clew.graph.queries import generated
from clew.loaders.conversation.episodes import spoken
from clew.model import Hit
from clew.retrieval.hits import MAX_QUESTION_CHARACTERS, rank_spans
from clew.retrieval.question import answering, parse_question

DENSE, WORDS, SCALED, FUSED = "dense", "BM25", "min-max", "RRF"
NEXT, DATED, EXCERPTS = " + NEXT", ", dated", ", same excerpts"
"""Endings of names: neighbours share their scores; dense search is of dated lines; shown as Clew shows turns."""

VECTORS = """
MATCH (turn:Clew) WHERE turn.space = $space AND turn.kind = 'Episode'
RETURN turn.id AS id, turn.embedding AS embedding
"""
PARTS = """
MATCH (turn:Clew)-[:HAS_PART]->(part:Clew) WHERE turn.space = $space
RETURN turn.id AS turn, part.start AS start, part.embedding AS embedding ORDER BY turn, start
"""

_Parts = Mapping[str, tuple[list[int], Floats]]
"""By the id of a long turn where its parts begin, and their vectors, shape (parts, dimensions)."""


def answers(talk: Talk, memory: Memory, limit: int) -> dict[str, list[list[Hit]]]:
    """Return per method, for each question, the best turns, best first; the vectors are those of memory's encoder.

    Where some turns are long, each method answers once more in the same order, with the excerpts that Clew would show.
    """
    held = {row["id"]: row["embedding"] for row in memory.space.read(generated("vectors", VECTORS))}
    asked = np.array([memory.space.encoder.embed_query(question.text) for question in talk.questions])
    sessions = [session for session, _ in talk.turns.values()]
    lines = [f"[{turn.at:%d %B %Y}] {spoken(turn)}" for _, turn in talk.turns.values()]
    words = baselines.bm25(lines, [question.text for question in talk.questions])
    scores = {WORDS: words}
    forms = {"": [held[id] for id in talk.turns], DATED: memory.space.encoder.embed_documents(lines)}
    for ending, vectors in forms.items():
        scores[DENSE + ending] = dense = asked @ np.array(vectors).T
        share = baselines.DENSE_SHARE
        fusions = {
            SCALED: share * baselines.scaled(dense) + (1 - share) * baselines.scaled(words),
            FUSED: baselines.reciprocal_rank(dense) + baselines.reciprocal_rank(words),
        }
        for name, fused in fusions.items():
            scores[name + ending] = fused
            scores[name + NEXT + ending] = baselines.spread(fused, sessions)
    whole, parts = [_hit(talk, place) for place in range(len(talk.turns))], _parts(memory)
    found: dict[str, list[list[Hit]]] = {}
    for name, values in scores.items():
        orders = np.argsort(-values, axis=1, kind="stable")[:, :limit].tolist()
        found[name] = [[whole[place] for place in order] for order in orders]
        if parts:
            found[name + EXCERPTS] = [
                [_as_clew_shows(talk, place, whole[place], parts, vector, question.text) for place in order]
                for order, vector, question in zip(orders, asked, talk.questions, strict=True)
            ]
    return found


def _parts(memory: Memory) -> _Parts:
    found: dict[str, list[dict[str, object]]] = {}
    for row in memory.space.read(generated("parts", PARTS)):
        found.setdefault(row["turn"], []).append(row)
    return {
        turn: ([int(str(row["start"])) for row in own], np.array([row["embedding"] for row in own]))
        for turn, own in found.items()
    }


def _hit(talk: Talk, place: int) -> Hit:
    id = talk.ids_in_order[place]
    session, turn = talk.turns[id]
    return baselines.turn_hit(id, turn, talk.transcripts[session].session, int(id.rpartition("/")[2]))


def _as_clew_shows(talk: Talk, place: int, hit: Hit, parts: _Parts, vector: Floats, question: str) -> Hit:
    """Return a hit with its parts in the order in which they match, and with the question that it replied to."""
    spans: Sequence[tuple[int, int]] = ()
    if hit.id in parts:
        starts, vectors = parts[hit.id]
        bounds = list(pairwise([*starts, len(hit.text)]))
        spans = rank_spans(hit.text, bounds, ((1 + vectors @ vector) / 2).tolist(), parse_question(question, ()).words)
    session, before = talk.turns[talk.ids_in_order[max(place - 1, 0)]]
    answerers = answering([hit.speaker, before.speaker])
    is_answer = hit.speaker in answerers and before.speaker not in answerers and session == talk.turns[hit.id][0]
    opening = " ".join(before.text[:MAX_QUESTION_CHARACTERS].split())
    return replace(hit, spans=tuple(spans), replied_to=opening if is_answer else "")
