"""Turns, and what rests on them: they lift each other, and a turn lifts the turns beside it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.retrieval import score, wishes
from clew.retrieval.candidates import Candidate, Edge
from clew.retrieval.context import Context
from clew.retrieval.families.family import Beside, Family, Found, View
from clew.retrieval.named_nodes import Named
from clew.retrieval.paths import Links
from clew.retrieval.score import Table
from clew.settings import WalkSettings
from clew.text.instants import FOREVER

SEEN_ROUNDS = 2
"""How often the neighbourhood is widened by two relationships where things were seen: a turn is three of them away from
the sighting of a thing that it names."""

SEEN_CAP = 150
"""Nodes walked there, at least."""


@dataclass(frozen=True, slots=True)
class Conversation(Family):
    """Turns with the facts, triplets and reflections that rest on them, and what was seen."""

    def walk(self, context: Context) -> WalkSettings:
        """Return the settings of the walk; where things were seen it goes as far as from a talk of them to them."""
        walk = Family.walk(self, context)
        if "Sighting" not in context.searched:
            return walk
        return walk.changed(rounds=max(walk.rounds, SEEN_ROUNDS), cap=max(walk.cap, SEEN_CAP))

    def seeds(self, context: Context, starts: Sequence[Table], named: Named) -> dict[str, float]:
        """Start from the concepts that the question names, too."""
        return Family.seeds(self, context, starts, Named(named.entities | named.concepts))

    def beside(self, transaction: SpaceTransaction, context: Context, found: Found) -> Callable[[], Beside]:
        """Ask for the facts of the hits, the turns that these rest on, and the turns beside them and beside the best.

        In a chat with an assistant ask for the wishes among the hits, too.
        """
        candidates = found.pool.candidates
        turns = [id for id in found.ids if candidates[id].kind == "Episode"]
        has_derived = len(context.kinds_of(self.name)) > 1
        fetch = transaction.send(
            load("recall/beside", _Beside),
            ids=list(found.ids) if has_derived else [],
            turns=turns[: context.settings.chained],
            as_of=context.as_of,
            timed=context.is_timed,
            forever=FOREVER,
        )
        if not context.answering:
            return lambda: _beside(fetch()[0])
        asked = [id for id in turns if candidates[id].speaker not in context.answering]
        fetch_wishes = wishes.send(transaction, asked)
        return lambda: replace(_beside(fetch()[0]), wishes=fetch_wishes())

    def lift(self, table: Table, context: Context, view: View) -> Table:
        """Give turns a share of their facts, facts of their turns, and turns of the turns beside them; lift wishes."""
        lifted = score.derive(table, view.beside.derived, context.settings)
        lifted = score.spread(lifted, view.beside.following, context.settings)
        return score.add_wishes(lifted, view.beside.wishes, context.settings.wish_weight)

    def score(self, context: Context, view: View, ranks: Mapping[str, float]) -> Table:
        """Score its candidates; where many moments are wanted, better turns of a session cost the others."""
        table = Family.score(self, context, view, ranks)
        if not context.wants_breadth:
            return table
        everyone = view.pool.candidates | view.beside.candidates | view.around.candidates
        sessions = [everyone[id].session for id in table.ids]
        return score.discount_repeats(table, sessions, context.settings.repeat_discount)

    def paths(self, view: View, ids: Sequence[str]) -> Mapping[str, tuple[str, str] | None]:
        """Reach hits from what search found; from where the walk started only where nothing else leads to one."""
        links = Links(view.beside.edges)
        before = links.shortest_paths(view.found, ids)
        if any(id not in before for id in ids):
            links.add(view.around.edges)
            before = links.shortest_paths([*view.found, *view.seeds], ids)
        return before


class _Chain(NamedTuple):
    """A turn in the middle of the two before it and the two after it; None where its session begins or ends."""

    ids: list[str | None]
    session: str
    speakers: list[str | None]
    seconds: list[float | None]


class _Beside(NamedTuple):
    nodes: list[Candidate]
    edges: tuple[Edge, ...]
    chains: list[_Chain]


def _beside(row: _Beside) -> Beside:
    candidates = {node.id: node for node in row.nodes}
    following: dict[str, str] = {}
    for ids, session, speakers, seconds in row.chains:
        for id, speaker, second in zip(ids, speakers, seconds, strict=True):
            if id is not None and id not in candidates:
                candidates[id] = Candidate(id, session, speaker, second)
        following |= {one: two for one, two in pairwise(ids) if one is not None and two is not None}
    return Beside(candidates, row.edges, following)
