"""Families: kinds that lift each other and are ranked together, such as turns with the facts that rest on them.

A family has six steps: `walk`, `search`, `beside`, `seeds`, `score` and `paths`. A declared family that overrides none
of them is searched, walked and explained like any.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import QueryRunner, SpaceTransaction
from clew.retrieval import score
from clew.retrieval.context import Candidate, Context, Edge
from clew.retrieval.score import Table
from clew.retrieval.search import Hits, Named, Pool, Words, pool_of
from clew.retrieval.speakers import mention
from clew.retrieval.walk import NOWHERE, Neighbourhood, shortest_paths
from clew.settings import WalkSettings
from clew.text.instants import FOREVER

SEEN_ROUNDS = 2
"""How often the neighbourhood is widened by two relationships where things were seen. A turn is three of them away from
the sighting of a thing that it names."""

SEEN_CAP = 150
"""Nodes walked there, at least."""

_Chain = tuple[list[str | None], str, list[str | None], list[float | None]]
"""Ids of a turn, the two before it and the two after it, their session, speakers and seconds; None beyond its ends."""

_Neighbour = tuple[str, str, str | None, str | None, float | None]
"""The id, kind, session, speaker and second of a neighbour."""

_Around = tuple[list[_Neighbour], tuple[Edge, ...], list[_Chain], list[tuple[str, tuple[int, ...]]]]
"""Neighbours of hits, relationships, chains of turns, and which turns name whom."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The direct neighbours of what was found.

    Attributes:
        candidates: texts and statements, by id.
        derived: relationships from what rests on something to that.
        following: per turn the one that follows it.
        wishes: how much each turn is a standing wish of the user, 0..1, by id; 0 where there is none.
        mentions: by the id of a turn, the places in the question's speakers of those whom its text mentions; None where
            that is not asked.
    """

    candidates: dict[str, Candidate] = field(default_factory=dict[str, Candidate])
    derived: tuple[Edge, ...] = ()
    following: dict[str, str] = field(default_factory=dict[str, str])
    wishes: Mapping[str, float] = field(default_factory=dict[str, float])
    mentions: Mapping[str, Sequence[int]] | None = None

    @property
    def edges(self) -> list[Edge]:
        """All of these relationships."""
        return [*self.derived, *((id, "NEXT", next_id) for id, next_id in self.following.items())]


@dataclass(frozen=True, slots=True)
class View:
    """The part of the graph that a family sees for one query: the hits of search, to which the later steps add.

    Attributes:
        pool: the hits.
        ids: of the hits, best first.
        starts: the hits that any family's walk may start from, with their first scores.
        seeds: ids that are walked from, of any kind, with their weights, heaviest first.
        beside: what stands right beside the hits.
        around: what the walk can reach.
    """

    pool: Pool
    ids: tuple[str, ...]
    starts: Table
    seeds: Mapping[str, float] = field(default_factory=dict[str, float])
    beside: Beside = Beside()
    around: Neighbourhood = NOWHERE

    @property
    def candidates(self) -> dict[str, Candidate]:
        """All that was found or reached, by id."""
        return self.pool.candidates | self.beside.candidates | self.around.candidates


@dataclass(frozen=True, slots=True)
class KindFamily:
    """The steps of any family in a recall.

    Attributes:
        name: as the schema declares it.
        uses_index: whether the vector index is asked for its kinds.
    """

    name: str
    uses_index: bool = True

    def walk(self, context: Context) -> WalkSettings:
        """Return the settings of the walk to its hits."""
        return context.settings.walk(self.name)

    def search(self, transaction: SpaceTransaction, context: Context, near: Hits, words: Words) -> View:
        """Put together what was found of each of its kinds by vector and by words."""
        del transaction
        pool = Pool({}, {}, {}, {})
        for kind in context.kinds_of(self.name):
            pool |= pool_of(context, kind, self.name, near, words)
        return ranked(context, pool)

    def beside(self, transaction: SpaceTransaction, context: Context, view: View) -> Callable[[], Beside]:
        """Ask for what stands right beside the hits; what is returned fetches it: nothing, where a family has none."""
        del transaction, context, view
        return Beside

    def seeds(self, context: Context, starts: Sequence[Table], named: Named) -> dict[str, float]:
        """Weigh where its walk starts: hits of all families, and what the question names."""
        walk = self.walk(context)
        return score.walk_seeds(starts, named.entities, walk) if walk.weight else {}

    def score(self, run: QueryRunner, context: Context, view: View, ranks: Mapping[str, float]) -> Table:
        """Score its candidates of the kinds that are returned, all parts included.

        Turns get a share of their facts, facts of their turns, and turns of the turns beside them.
        """
        del run
        candidates = {id: each for id, each in view.candidates.items() if each.family == self.name}
        if not context.is_everything:
            # search has held them to the filter
            found = {} if context.where.is_open and not context.is_aside else view.pool.candidates
            candidates = {id: each for id, each in candidates.items() if id in found or context.passes(each)}
        beside, settings = view.beside, context.settings
        table = score.table(candidates, view.pool, context.question, settings)
        if beside.mentions is not None:
            speakers = [each.speaker for each in candidates.values()]
            table = score.involve(table, speakers, beside.mentions, context.question, settings.speaker_weight)
        table = score.derive(table, beside.derived, settings) if beside.derived else table
        table = score.spread(table, beside.following, settings) if beside.following else table
        table = score.add_wishes(table, beside.wishes, settings.wish_weight) if beside.wishes else table
        table = score.add_pagerank(table, ranks, self.walk(context).weight)
        return score.only(table, [row for row, id in enumerate(table.ids) if candidates[id].kind in context.returned])

    def paths(self, view: View, ids: Sequence[str]) -> Mapping[str, tuple[str, str] | None]:
        """Return how nodes were reached: a hit of search by itself, others from where the walk started."""
        return dict.fromkeys(view.ids) | shortest_paths(view.around.edges, view.seeds, ids)


@dataclass(frozen=True, slots=True)
class Documents(KindFamily):
    """Passages with their triplets: the walk finds what the question does not name."""

    def search(self, transaction: SpaceTransaction, context: Context, near: Hits, words: Words) -> View:
        """Start walks from texts only: triplets that say nothing new would lead them away."""
        view = KindFamily.search(self, transaction, context, near, words)
        texts, candidates = declared().text_kinds(), view.pool.candidates
        rows = [row for row, id in enumerate(view.starts.ids) if candidates[id].kind in texts]
        return replace(view, starts=score.only(view.starts, rows))

    def paths(self, view: View, ids: Sequence[str]) -> Mapping[str, tuple[str, str] | None]:
        """Reach passages from where the walk started, through the rarest entity."""
        degrees = view.around.degrees
        rarest_first = sorted(view.around.edges, key=lambda edge: degrees[edge[2]])
        return dict.fromkeys(view.ids) | shortest_paths(rarest_first, view.seeds, ids)


@dataclass(frozen=True, slots=True)
class Conversation(KindFamily):
    """Turns with the facts, triplets and reflections that rest on them, and what was seen."""

    def walk(self, context: Context) -> WalkSettings:
        """Return the settings of the walk; where things were seen it goes as far as from a talk of them to them."""
        walk = KindFamily.walk(self, context)
        if "Sighting" not in context.searched:
            return walk
        return walk.changed(rounds=max(walk.rounds, SEEN_ROUNDS), cap=max(walk.cap, SEEN_CAP))

    def beside(self, transaction: SpaceTransaction, context: Context, view: View) -> Callable[[], Beside]:
        """Ask for the facts of the hits, the turns that these rest on, and the turns beside them and beside the best.

        In a chat with an assistant ask for the wishes among the hits, too. Where the question names people of a group,
        ask which hits mention them.
        """
        candidates = view.pool.candidates
        turns = [id for id in view.ids if candidates[id].kind == "Episode"]
        has_derived = len(context.kinds_of(self.name)) > 1
        called = context.question.called
        only = context.question.speaker  # whoever is asked for need not be mentioned in turns of their own
        others = [id for id in turns if not only or candidates[id].speaker != only] if called else []
        fetch_around = transaction.send(
            load("recall/beside", _Around),
            ids=list(view.ids) if has_derived else [],
            turns=turns[: context.settings.chained],
            asked=others[: context.settings.chained],
            people=[{"names": [name.lower() for name in names], "pattern": mention(names)} for names in called],
            as_of=context.as_of,
            timed=context.is_timed,
            forever=FOREVER,
        )
        asked = [id for id in turns if candidates[id].speaker not in context.answering]
        openings = load("recall/openings", tuple[str, str])
        fetch_openings = (
            transaction.send(openings, ids=asked, opening=MAX_WISH_CHARACTERS)
            if context.answering
            else list[tuple[str, str]]
        )

        def fetch() -> Beside:
            nodes, edges, chains, mentions = fetch_around()[0]
            wishes = {id: strength for id, opening in fetch_openings() if (strength := wish_strength(opening))}
            return replace(_beside(nodes, edges, chains), wishes=wishes, mentions=dict(mentions) if called else None)

        return fetch

    def seeds(self, context: Context, starts: Sequence[Table], named: Named) -> dict[str, float]:
        """Start from the concepts that the question names, too."""
        return KindFamily.seeds(self, context, starts, Named(named.entities | named.concepts))

    def score(self, run: QueryRunner, context: Context, view: View, ranks: Mapping[str, float]) -> Table:
        """Score its candidates; where many moments are wanted, better turns of a session cost the others."""
        table = KindFamily.score(self, run, context, view, ranks)
        if not context.wants_breadth:
            return table
        candidates = view.candidates
        sessions = [candidates[id].session for id in table.ids]
        return score.discount_repeats(table, sessions, context.settings.repeat_discount)

    def paths(self, view: View, ids: Sequence[str]) -> Mapping[str, tuple[str, str] | None]:
        """Reach hits from what search found; from where the walk started only where nothing else leads to one."""
        before = shortest_paths(view.beside.edges, view.ids, ids)
        if any(id not in before for id in ids):
            before = shortest_paths([*view.beside.edges, *view.around.edges], [*view.ids, *view.seeds], ids)
        return before


PREFERENCE = 1 / 3
"""How much of an instruction a preference weighs; chosen on five chats with an assistant."""

MAX_WISH_CHARACTERS = 2000
"""Of the opening of a turn in which a standing wish is looked for: an instruction for all answers, or a preference."""

_OPENING = r"(?:^|[.!?:;]\s*|\n[^\S\n]*|,\s*(?:and|so|but)\s+)(?:(?:please|also|and|so|just|but|ok|okay)[\s,]+)*"
_NO_VERB = r"mind|again|been|heard|seen|done|had|knew|thought|felt|happy|good|nice|great|glad|an?|the|my|our|his|her"
_INSTRUCTION = re.compile(
    rf"{_OPENING}(?:always|never)\s+(?!(?:{_NO_VERB})\b|\w+ed\b)\w"
    r"|\byou\s+(?:(?:should|must)\s+|to\s+)(?:always|never)\b"
    r"|\bfrom\s+(?:now|here)\s+on(?:wards?)?\b|\bgoing\s+forward\b"
    r"|\b(?:when(?:ever)?|every\s+time|each\s+time|any\s?time|if)\s+I\s+(?:ask|request)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\bI(?:'d|’d|\s+would)?\s+(?:(?:\w+ly|always|much|also)\s+)*(?:prefer|rather)\b|\bmy\s+preference\b", re.IGNORECASE
)


def wish_strength(text: str) -> float:
    """Return how much a turn is a standing wish: 1 for an instruction, less for a preference, 0 for neither."""
    if _INSTRUCTION.search(text):
        return 1.0
    return PREFERENCE if _PREFERENCE.search(text) else 0.0


def ranked(context: Context, pool: Pool) -> View:
    """Score what search found by itself, and put it in order."""
    table = score.table(pool.candidates, pool, context.question, context.settings)
    return View(pool, tuple(table.ids[row] for row in table.best(len(table.ids))), table)


def _beside(nodes: Sequence[_Neighbour], edges: tuple[Edge, ...], chains: Sequence[_Chain]) -> Beside:
    candidates = {id: Candidate(id, session, speaker, second, kind) for id, kind, session, speaker, second in nodes}
    following: dict[str, str] = {}
    for ids, session, speakers, seconds in chains:
        for id, speaker, second in zip(ids, speakers, seconds, strict=True):
            if id is not None and id not in candidates:
                candidates[id] = Candidate(id, session, speaker, second)
        following |= {one: two for one, two in pairwise(ids) if one is not None and two is not None}
    return Beside(candidates, edges, following)
