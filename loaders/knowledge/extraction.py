"""Extracts facts from a chunk of turns: by a language model, or by rules that need none."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, Field

from clew.errors import InvalidInput
from clew.llm import Chain, Inputs, LanguageModel, Operation, Prompt
from clew.loaders.knowledge.aliases import Alias, aliases_by_model, aliases_by_rules
from clew.loaders.knowledge.chunks import Chunk, Said
from clew.loaders.knowledge.grounding import is_grounded
from clew.loaders.knowledge.rule_extraction import statements
from clew.loaders.knowledge.triplets import Text
from clew.loaders.language.date_mentions import resolved
from clew.loaders.language.first_person import is_in_first_person, words_of
from clew.loaders.sources.dates import Dates
from clew.model import Fact
from clew.text.instants import day
from clew.text.quotation import quotation

SPOKEN = 0.5
"""Belief in what the rules find: that it was said is sure, that it was meant is not."""

MAX_CONCEPTS = 5


def _sure(value: object) -> object:
    """Read null as 1: small models write it for fields that they leave out."""
    return 1.0 if value is None else value


def _several(value: object) -> object:
    """Read what stands alone as a list of one, and null as none."""
    return cast("object", value) if isinstance(value, list) else [] if value is None else [value]


class FoundFact(BaseModel):
    """One fact."""

    text: str = Field(description="one full sentence")
    turns: Annotated[list[int], BeforeValidator(_several)] = Field(description="numbers of the turns that say it")
    belief: Annotated[float, BeforeValidator(_sure)] = Field(default=1.0, description="0 to 1", allow_inf_nan=False)
    valid_from: Text = Field(default="", description="YYYY-MM-DD or empty")
    valid_to: Text = Field(default="", description="YYYY-MM-DD or empty")
    concepts: Annotated[list[str], BeforeValidator(_several)] = Field(
        default=[], description="one to three short topics"
    )


class FoundFacts(BaseModel):
    """The facts of a conversation."""

    facts: list[FoundFact]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Turns that a model reads at once.

    Attributes:
        turns: to extract facts from.
        earlier: shown before them, for what they refer to; a fact may rest on them too.
    """

    turns: Sequence[Said]
    earlier: Sequence[Said] = ()


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a chunk says.

    Attributes:
        facts: as they are told.
        rejected: how many had no words, no turn that was shown, or nothing in common with its turns.
        aliases: other names of the speakers.
    """

    facts: tuple[Fact, ...]
    rejected: int = 0
    aliases: tuple[Alias, ...] = ()


def by_rules(chunk: Chunk) -> Extracted:
    """Extract what the speakers say of themselves, verbatim, with dates resolved, and what they are called."""
    return Extracted(
        tuple(
            Fact(said.text, (turn.id,), SPOKEN, said.valid_from, said.valid_to, said.concepts)
            for turn in chunk.turns
            for said in statements(turn.text, turn.speaker, turn.at)
        ),
        aliases=aliases_by_rules(chunk),
    )


def by_model(model: LanguageModel, chunk: Chunk, earlier: Sequence[Said]) -> Extracted:
    """Ask a language model: in one call, or in one per part of a turn that is too long for one.

    The turns are numbered, earlier ones first, each on one line without numbers in square brackets, so that no text
    can pose as another turn. Other names of speakers are found by rules, and asked for in a call of its own where words
    hint at more.

    Raises:
        ModelFailed: the model could not be asked, or said nothing that can be used.
        BudgetSpent: no more tokens may be used.
    """
    found = [FACTS.on(model).invoke(Excerpt(part, earlier)) for part in chunk.parts]
    aliases = (*aliases_by_rules(chunk), *aliases_by_model(model, chunk))
    return Extracted(
        tuple(fact for each in found for fact in each.facts), sum(each.rejected for each in found), aliases
    )


def _show(excerpt: Excerpt) -> Inputs:
    first, shown = excerpt.turns[0], [*excerpt.earlier, *excerpt.turns]
    days = [None] * len(excerpt.earlier) + [first.at.date()] * len(excerpt.turns)
    lines = [
        f"[{number}] {_line(turn)}{'' if turn.at.date() == dated else f' (said on {day(turn.at)})'}"
        for number, (turn, dated) in enumerate(zip(shown, days, strict=True), 1)
    ]
    return {
        "date": f"{first.at:%A}, {day(first.at)}",
        "earlier": "\n".join(lines[: len(excerpt.earlier)]) or "none",
        "turns": "\n".join(lines[len(excerpt.earlier) :]),
    }


def _read(excerpt: Excerpt, answer: FoundFacts) -> Extracted:
    shown = [*excerpt.earlier, *excerpt.turns]
    told = sorted(answer.facts, key=lambda found: max(found.turns, default=0))  # a later turn may end what others say
    facts = [_fact(found, shown) for found in told]
    kept = tuple(fact for fact in facts if fact)
    return Extracted(kept, len(facts) - len(kept))


def _known(excerpt: Excerpt) -> Extracted | None:
    return None if excerpt.turns else Extracted(())


def _line(turn: Said) -> str:
    return quotation(f"{turn.speaker or 'somebody'}: {resolved(turn.shown, turn.at)}")


def _fact(found: FoundFact, shown: Sequence[Said]) -> Fact | None:
    cited = [shown[number - 1] for number in dict.fromkeys(found.turns) if 0 < number <= len(shown)]
    text = _dated(" ".join(found.text.split()), cited)
    if not cited or not any(map(str.isalnum, text)) or not is_grounded(text, cited, shown):
        return None
    since, until = _day(found.valid_from), _day(found.valid_to)
    if since and until and until <= since:
        until = None
    belief = min(max(found.belief, 0.01), 1.0)
    return Fact(
        _attributed(text, cited), tuple(turn.id for turn in cited), belief, since, until, tuple(_labels(found.concepts))
    )


def _dated(text: str, cited: Sequence[Said]) -> str:
    """Resolve the relative dates that a model has left in a text, if the turns that it cites are of one day."""
    days = {turn.at.date() for turn in cited}
    return resolved(text, cited[0].at) if len(days) == 1 else text


def _attributed(text: str, cited: Sequence[Said]) -> str:
    """Put the speaker before a fact that a model has left in the first person, as rules do, if one speaker says it."""
    speakers = {" ".join(turn.speaker.split()) for turn in cited}
    speaker = speakers.pop() if len(speakers) == 1 else ""
    is_bare = set(words_of(speaker)).isdisjoint(words_of(text)) and is_in_first_person(text)
    return f"{speaker} said: {text}" if speaker and is_bare else text


def _labels(concepts: Iterable[str]) -> list[str]:
    return [label for label in concepts if any(map(str.isalnum, label))][:MAX_CONCEPTS]


def _day(text: str) -> datetime | None:
    """Read a full date; None for anything else, such as a month alone."""
    with suppress(InvalidInput):
        return Dates("facts", silent=True).read(text, "day")
    return None


FACTS = Operation(
    Chain("facts", Prompt.load("clew.loaders", "facts"), FoundFacts), Excerpt, Extracted, _show, _read, _known
)
