"""Putting memory right: for agents in two steps, which find what is meant first; for clients of MCP by its id."""

from pydantic import Field

from clew.agents.retriever import document
from clew.agents.spaces import Bound
from clew.agents.tool_form import NOTHING, Arguments, OptionalText, Result
from clew.errors import InvalidInput
from clew.model import Corrected, Retraction
from clew.retrieval.pack import line, shortest
from clew.text.quotation import QUOTED, read_id, shown_id

MAX_CANDIDATES = 5  # memories that are named for a model to choose from


class Correct(Arguments):
    """Put right what memory holds wrongly, where somebody says so: the old text is kept, and recalled no more."""

    id: str = Field(description="Id of a turn, a fact or a reflection, as recall gives it.")
    text: str = Field(description="What it says in truth, whole.")

    def work(self, bound: Bound) -> Corrected:
        """Put the text in the place of what the memory says."""
        return bound.memory.correct(read_id(self.id), self.text)


class FindOrCorrect(Arguments):
    """Put right what memory holds wrongly, where somebody says so.

    Call it first with a query, which names what fits, then with the id of what is wrong and the text that is right.
    """

    query: OptionalText = Field("", description="What it is about: gives back what fits with its ids, changes nothing.")
    id: OptionalText = Field("", description="Id of what is wrong, as this tool gave it back.")
    text: OptionalText = Field("", description="What it says in truth, whole.")

    def work(self, bound: Bound) -> Result:
        """Name what fits the query, or put the text in the place of what the memory says."""
        if self.id and self.text:
            done = bound.memory.correct(read_id(self.id), self.text)
            changed = {"id": done.id, "ended": list(done.ended), "weakened": list(done.weakened)}
            return Result(f"corrected; what rested on it alone ended: {len(done.ended)} memories", changed)
        if not self.query.strip():
            raise InvalidInput("correct was given no id with a text, and no query; give a query to see what fits")
        return candidates(bound, self.query, "Nothing is corrected yet; call correct with an id and a text.")


class _OfOne(Arguments):
    id: str = Field(description="Id of a turn, a fact, a reflection, a triplet or a learning, as recall gives it.")


class Retract(_OfOne):
    """Believe a memory no more, where somebody takes it back or it proves wrong: it is kept with the reason."""

    why: OptionalText = Field("", description="The reason, in a few words.")

    def work(self, bound: Bound) -> Retraction:
        """Retract the memory."""
        return bound.memory.retract(read_id(self.id), self.why)


class Reinstate(_OfOne):
    """Believe a memory again that was retracted, with what rested on it."""

    def work(self, bound: Bound) -> Retraction:
        """Take the retraction back."""
        return bound.memory.reinstate(read_id(self.id))


class FindOrRetract(Arguments):
    """Believe a memory no more, where somebody takes it back and says nothing in its place.

    Call it first with a query, which names what fits, then with the id of what is taken back, and why.
    """

    query: OptionalText = Field("", description="What it is about: gives back what fits with its ids, changes nothing.")
    id: OptionalText = Field("", description="Id of what is taken back, as this tool gave it back.")
    why: OptionalText = Field("", description="The reason, in a few words.")

    def work(self, bound: Bound) -> Result:
        """Name what fits the query, or retract a memory."""
        if self.id:
            done = bound.memory.retract(read_id(self.id), self.why)
            changed = {"id": done.id, "ended": list(done.ended), "revived": list(done.revived)}
            return Result(f"retracted; what holds no more: {len(done.ended)} memories", changed)
        if not self.query.strip():
            raise InvalidInput("retract was given neither an id nor a query; give a query to see what fits")
        return candidates(bound, self.query, "Nothing is retracted yet; call retract with an id.")


def candidates(bound: Bound, query: str, told: str) -> Result:
    """Name what fits a query, with the ids by which a tool takes it."""
    found = bound.memory.recall(query, limit=MAX_CANDIDATES).hits
    if not found:
        return Result(NOTHING, [])
    named = [f"{shown_id(hit.id)} = {line(shortest(hit))}" for hit in found]
    return Result("\n".join([QUOTED, told, *named]), list(map(document, found)))
