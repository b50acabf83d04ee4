"""Operations of the application beside those that a model may call: all of them read."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from pydantic import Field

from clew.agents.spaces import Bound
from clew.agents.tool_form import Arguments, OptionalText, Tool
from clew.agents.tool_table import MAX_PAGE, TOOLS
from clew.api.learnings import Learnings
from clew.errors import NotFound
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.interfaces.pages.declaration import declaration
from clew.interfaces.pages.lineage import lineage
from clew.interfaces.pages.picture import explained
from clew.interfaces.pages.world import numbers, plan, standing
from clew.interfaces.pages.world_map import places
from clew.model import Page, Pending, Stats, StoredTurn
from clew.model.triplet import Triplet
from clew.retrieval import browse, overview
from clew.text.instants import now, parse_instant

MAX_IDS = 1000
_Recall: Any = next(tool.arguments for tool in TOOLS if tool.name == "recall")


def console_form(statement: str, parameters: Mapping[str, object]) -> str:
    """Return a statement as a Neo4j console takes it: after the `:param` lines that set its parameters."""
    lines = [f":param {name} => {_literal(value)}" for name, value in parameters.items()]
    return "\n".join([*lines, "", statement.strip()])


def _literal(value: object) -> str:
    if isinstance(value, datetime):
        return f"datetime({_literal(value.isoformat())})"
    if isinstance(value, list):
        return f"[{', '.join(_literal(each) for each in cast('list[object]', value))}]"
    # Cypher's texts know these escapes, and \uXXXX for all that a console would take as its own.
    text = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return "'" + "".join(each if each.isprintable() else _escape(each) for each in text) + "'"


def _escape(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


class _Explained(_Recall):
    """Find what is remembered of a question, with the score, the path and the packed text."""

    words: int = Field(1000, description="Of packed text.", ge=1, le=4000)

    def work(self, bound: Bound) -> Mapping[str, object]:
        memory, where = bound.memory, self.where(bound.memory.space.zone)
        found = memory.recall(self.query, where, words=self.words)
        graph = memory.subgraph(found)
        statement = load("recall/subgraph")
        shown = console_form(statement.text, {"space": memory.space.name, "ids": browse.drawn(found), "now": now()})
        return explained(found, graph, shown)


class _Declaration(Arguments):
    """Return what kinds of memories there are and how they are drawn, and the parts of a score."""

    def work(self, bound: Bound) -> Mapping[str, object]:
        return declaration() | {
            "searched": [declared().kind(label).name for label in declared().searched_kinds()],
            "forgettable": declared().forgettable_kinds(),
            "retractable": [each.label for each in declared().kinds if each.retractable],
            "language_model": bound.memory.standing_model is not None,
        }


class _Stats(Arguments):
    """Say how much memory holds: kinds, speakers, first and last date."""

    def work(self, bound: Bound) -> Stats:
        return bound.memory.stats()


class _Overview(Arguments):
    """Return the months of sessions, how many wait, and the people, things and topics that most memories name."""

    limit: int = Field(24, ge=1, le=MAX_PAGE)

    def work(self, bound: Bound) -> Mapping[str, object]:
        space = bound.memory.space
        waiting = sum(each.waiting for each in browse.spaces(space.graph, names=[space.name]))
        return {"months": overview.months(space), "named": overview.named_most(space, self.limit), "waiting": waiting}


class _Changed(Arguments):
    """Return the statements that memory believes, or believes no longer, since a time."""

    since: str = Field(description="ISO 8601.")
    limit: int = Field(100, ge=1, le=MAX_PAGE)

    def work(self, bound: Bound) -> tuple[overview.HeldStatement, ...]:
        space = bound.memory.space
        return overview.changed(space, parse_instant(self.since, "since", space.zone), self.limit)


class _Conversation(Arguments):
    """Read turns of a session with the statements that rest on them and the names in them, and say where it ends."""

    session: str
    first: int = Field(0, ge=0)
    limit: int = Field(50, ge=1, le=MAX_PAGE)

    def work(self, bound: Bound) -> Mapping[str, object]:
        turns: tuple[StoredTurn, ...] = bound.memory.turns(self.session, first=self.first, limit=self.limit)
        space, ids = bound.memory.space, [turn.id for turn in turns]
        found = {"resting": overview.resting(space, ids), "named": overview.named_in(space, ids)}
        return found | {"turns": turns, "end": overview.session_end(space, self.session)}


class _About(Arguments):
    """Return statements about somebody or something, also those that ended."""

    id: OptionalText = ""
    speaker: OptionalText = ""
    limit: int = Field(MAX_PAGE, ge=1, le=MAX_PAGE)

    def work(self, bound: Bound) -> tuple[overview.HeldStatement, ...]:
        return overview.about(bound.memory.space, self.id, self.speaker, self.limit)


class _Pending(Arguments):
    """Return the chunks that wait to be consolidated, with the reason where one failed."""

    def work(self, bound: Bound) -> Mapping[str, object]:
        chunks: tuple[Pending, ...] = bound.memory.pending()
        memory = bound.memory
        return {
            "chunks": chunks[:MAX_IDS],
            "number": len(chunks),
            "failed": sum(bool(chunk.failure) for chunk in chunks),
            "usage": memory.usage.as_dict(),
            "has_model": memory.standing_model is not None,
        }


class _Documents(Arguments):
    """List the documents that were read."""

    limit: int = Field(100, ge=1, le=MAX_PAGE)
    after: OptionalText = ""

    def work(self, bound: Bound) -> Page[overview.DocumentOverview]:
        return overview.documents(bound.memory.space, self.limit, self.after)


class _Runs(Arguments):
    """Return the tasks that agents worked on, with subgoals and steps."""

    limit: int = Field(50, ge=1, le=MAX_PAGE)

    def work(self, bound: Bound) -> tuple[overview.RunOverview, ...]:
        return overview.runs(bound.memory.space, self.limit)


class _Learnings(Arguments):
    """Return for what something was learned; of a task in an environment, its trials and each learning's versions."""

    task: OptionalText = ""
    environment: OptionalText = ""

    def work(self, bound: Bound) -> tuple[overview.Learned, ...] | Mapping[str, object]:
        if self.task and self.environment:
            return lineage(Learnings(bound.memory), self.task, self.environment)
        return overview.learned(bound.memory.space, MAX_PAGE)


class _World(Arguments):
    """Return what is known of a world, what of it holds at a time, and the times at which anything began to hold.

    Places stand where they do in the end, so that the map does not move from time to time.
    """

    as_of: OptionalText = ""
    limit: int = Field(600, ge=1, le=MAX_IDS)

    def work(self, bound: Bound) -> Mapping[str, object]:
        space = bound.memory.space
        as_of = parse_instant(self.as_of, "as_of", space.zone) if self.as_of else now()
        held, last = overview.world(space, as_of, self.limit), overview.world(space, now(), self.limit)
        ids = {Triplet(each.subject_name, each.predicate, each.object_name): each.id for each in (*last, *held)}
        triplets, believed = [*ids], {each.id for each in held}
        cells = places(triplets)
        now_held = [each for each, id in ids.items() if id in believed]
        return (
            plan(triplets, cells)
            | standing(now_held, numbers(triplets, cells))
            | {
                "ids": [*ids.values()],
                "believed": [place for place, id in enumerate(ids.values()) if id in believed],
                "times": overview.world_times(space, MAX_IDS)[::-1],
            }
        )


class _Scene(Arguments):
    """Draw the building of a space from above."""

    def work(self, bound: Bound) -> Mapping[str, str]:
        from clew.interfaces.pages.scene.drawing import svg_and_rules
        from clew.interfaces.pages.scene.stored import scenery_of

        scenery = scenery_of(bound.memory)
        if scenery is None:
            raise NotFound("this space has no building; load one with clew scene")
        return svg_and_rules(scenery)


READS = (
    Tool("declaration", _Declaration),
    Tool("recall", _Explained),
    Tool("size", _Stats),
    Tool("overview", _Overview),
    Tool("changed", _Changed),
    Tool("conversation", _Conversation),
    Tool("about", _About),
    Tool("pending", _Pending),
    Tool("documents", _Documents),
    Tool("runs", _Runs),
    Tool("learnings", _Learnings),
    Tool("world", _World),
    Tool("scene", _Scene),
)
"""All of them."""
