"""The figures of one question: by turn, by session, and by the words that are shown."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evidence_recall import contained, share
from recall_data import Asked, Talk

from clew.model import Hit
from clew.retrieval.pack import pack

TOPS = (5, 10, 20, 50)
BUDGETS = (250, 500, 1000, 2000, 4000)
BUDGET = 1000
"""The budget that tables show."""
MOST = 5
"""Sessions that are looked at."""
WHOLE, NEWER, SHOWN = f"all in {BUDGET} words", "newer ahead or older marked", "turns shown, / 100"


def evidence(budget: int) -> str:
    """The name of the share of the evidence in so many words."""
    return f"{budget} words"


def answer(budget: int) -> str:
    """The name of the share of the answer's words in so many words."""
    return f"answer in {budget}"


@dataclass(frozen=True, slots=True)
class Judge:
    """A question of a conversation, which says what counts as found.

    Attributes:
        talk: the conversation.
        asked: the question.
        sessions: those that hold what answers it.
    """

    talk: Talk
    asked: Asked
    sessions: frozenset[str]

    def figures(self, hits: Sequence[Hit], each_words: int | None) -> dict[str, float]:
        """Return shares of 0 to 1, by turn only where the evidence is turns.

        A part of a turn counts as the turn, and a fact as the turns that it was read in.

        Args:
            hits: best first.
            each_words: what the shortest form of a turn may hold when they are packed.
        """
        wanted, turns = self.asked.evidence, [hit for hit in hits if hit.kind == "Episode"]
        found: dict[str, float] = {}
        if not self.talk.is_of_sessions:
            ids = [self.talk.ids[hit.id] for hit in turns]
            first = next((place for place, id in enumerate(ids, 1) if id in wanted), math.inf)
            found = {f"r@{top}": share(ids[:top], wanted) for top in TOPS}
            found |= {"hit@1": float(first == 1), "MRR": 1 / first, NEWER: float(self._is_newer_ahead(turns))}
        found |= by_session(list(dict.fromkeys(hit.session for hit in turns)), self.sessions)
        for budget in BUDGETS:
            packing = pack(hits, budget, each_words=each_words)
            sources = [id for hit in packing.hits for id in (hit.sources if hit.kind == "Fact" else (hit.id,))]
            shown = [self.talk.ids[id] for id in sources if id in self.talk.ids]
            found[evidence(budget)] = share(shown, wanted)
            found[answer(budget)] = contained(self.asked.answer, packing.text)
            if budget == BUDGET:
                found |= {WHOLE: float(wanted <= set(shown)), SHOWN: len(packing.hits) / 100}
        return found

    def _is_newer_ahead(self, turns: Sequence[Hit]) -> bool:
        """Return whether the last turn of the evidence stands before the others, or each before it is marked."""
        newest = next(id for id in reversed(list(self.talk.ids.values())) if id in self.asked.evidence)
        for hit in turns:
            id = self.talk.ids[hit.id]
            if id == newest:
                return True
            if id in self.asked.evidence and not hit.replaced_by:
                return False
        return False


def by_session(sessions: Sequence[str], wanted: frozenset[str]) -> dict[str, float]:
    """Return how well a ranking of sessions finds those that are wanted, each figure 0 to 1."""
    best = sessions[:MOST]
    gains = sum(1 / math.log2(place + 2) for place, each in enumerate(best) if each in wanted)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(len(wanted), MOST)))
    return {
        "session hit@1": float(best[:1] != [] and best[0] in wanted),
        "session recall@5": share(best, wanted),
        "any@5": float(bool(wanted.intersection(best))),
        "all@5": float(wanted <= set(best)),
        "NDCG@5": gains / ideal,
    }
