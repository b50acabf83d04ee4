"""Extracts facts from a chunk of turns: by a language model, or by rules that need none."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from clew.errors import InvalidInput
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.llm.answer import Number
from clew.loaders.knowledge.learnt_aliases import Alias, aliases_by_model, aliases_by_rules
from clew.loaders.knowledge.pending import Chunk, Said
from clew.loaders.knowledge.rule_extraction import statements
from clew.loaders.knowledge.source_words import is_grounded
from clew.loaders.knowledge.triplets import Text
from clew.loaders.language.first_person import is_in_first_person, words_of
from clew.loaders.sources.dates import Dates
from clew.model import Fact
from clew.text.dates import resolve_dates
from clew.text.dates.periods import calendar
from clew.text.instants import day
from clew.text.quotation import quotation

SPOKEN = 0.5  # belief in what the rules find: that it was said is sure, that it was meant is not

MAX_CONCEPTS = 5


def _several(value: object) -> object:
    """Read what stands alone as a list of one, and null as none."""
    return cast("object", value) if isinstance(value, list) else [] if value is None else [value]


_Belief = Annotated[float, BeforeValidator(lambda value: 1.0 if value is None else value)]
"""Null is read as 1: small models write it for fields that they leave out."""

_Labels = Annotated[list[str], BeforeValidator(_several)]


class FoundFact(BaseModel):
    """One fact."""

    text: str = Field(description="one full sentence")
    turns: Annotated[list[Number], BeforeValidator(_several)] = Field(description="numbers of the turns that say it")
    belief: _Belief = Field(default=1.0, description="0 to 1", allow_inf_nan=False)
    valid_from: Text = Field(default="", description="YYYY-MM-DD or empty")
    valid_to: Text = Field(default="", description="YYYY-MM-DD or empty")
    concepts: _Labels = Field(default=[], description="one to three short topics")


def _usable(given: object) -> object:
    """Put an empty fact, which is rejected, in the place of each that has a fault; unless all have one."""
    items = cast("list[object]", given) if isinstance(given, list) else []
    found: list[object] = []
    for item in items:
        try:
            found.append(FoundFact.model_validate(item))
        except ValidationError:
            found.append(FoundFact(text="", turns=[]))
    has_any = any(each.text for each in found if isinstance(each, FoundFact))
    return found if has_any else cast("object", given)


class FoundFacts(BaseModel):
    """The facts of a conversation."""

    facts: Annotated[list[FoundFact], BeforeValidator(_usable)]


@dataclass(frozen=True, slots=True)
class ExtractedFacts:
    """The content of a chunk: facts as they are told, and other names of the speakers."""

    facts: tuple[Fact, ...]
    rejected: int = 0  # how many had no words, no turn that was shown, or nothing in common with its turns
    aliases: tuple[Alias, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Turns that a model reads at once."""

    turns: Sequence[Said]  # to extract facts from
    earlier: Sequence[Said] = ()  # shown before them, for what they refer to; a fact may rest on them too

    def inputs(self) -> Inputs:
        """Return the inputs of the prompt."""
        begins, ends = self.turns[0].at, self.turns[-1].at
        days = [""] * len(self.earlier) + [_shown_day(begins)] * len(self.turns)
        lines: list[str] = []
        for number, (turn, dated) in enumerate(zip([*self.earlier, *self.turns], days, strict=True), 1):
            said = quotation(f"{turn.speaker or 'somebody'}: {resolve_dates(turn.shown, turn.at, counted=True)}")
            on = _shown_day(turn.at)
            lines.append(f"[{number}] {said}{f' (said on {on})' if on and on != dated else ''}")
        shown = ""
        if begins:
            weeks = calendar(begins.date(), (ends or begins).date())
            shown = f"{begins:%A}, {day(begins)}\n\nCalendar:\n{weeks}"
        return {
            "date": shown or "not known",
            "earlier": "\n".join(lines[: len(self.earlier)]) or "none",
            "turns": "\n".join(lines[len(self.earlier) :]),
        }

    def read(self, answer: FoundFacts) -> ExtractedFacts:
        """Return the facts of an answer that can be used."""
        told = sorted(answer.facts, key=lambda found: max(found.turns, default=0))  # a later turn may end what is said
        kept = tuple(fact for found in told if (fact := _fact(found, [*self.earlier, *self.turns])))
        return ExtractedFacts(kept, len(told) - len(kept))


def by_rules(chunk: Chunk) -> ExtractedFacts:
    """Extract what the speakers say of themselves, verbatim, with dates resolved, and what they are called."""
    return ExtractedFacts(
        tuple(
            Fact(said.text, (turn.id,), SPOKEN, said.valid_from, said.valid_to, said.concepts)
            for turn in chunk.turns
            for said in statements(turn.text, turn.speaker, turn.at)
        ),
        aliases=aliases_by_rules(chunk),
    )


def by_model(model: LanguageModel, chunk: Chunk, earlier: Sequence[Said]) -> ExtractedFacts:
    """Ask a language model: in one call, or in one per part of a turn that is too long for one.

    The turns are numbered, earlier ones first, each on one line without numbers in square brackets, so that no text can
    pose as another turn. Rules find other names of speakers; where words hint at more, a call of its own asks for them.
    Raises `ModelFailed` or `BudgetSpent` where it has no answer.
    """
    found = [FACTS.on(model).invoke(Excerpt(part, earlier)) for part in chunk.parts]
    aliases = (*aliases_by_rules(chunk), *aliases_by_model(model, chunk))
    return ExtractedFacts(
        tuple(fact for each in found for fact in each.facts), sum(each.rejected for each in found), aliases
    )


def _shown_day(at: datetime | None) -> str:
    return day(at) if at else ""


def _fact(found: FoundFact, shown: Sequence[Said]) -> Fact | None:
    cited = [shown[number - 1] for number in dict.fromkeys(found.turns) if 0 < number <= len(shown)]
    text = " ".join(found.text.split())
    if len({_shown_day(turn.at) for turn in cited}) == 1:  # else a relative date may mean several days
        text = resolve_dates(text, cited[0].at)
    if not cited or not any(map(str.isalnum, text)) or not is_grounded(text, cited, shown):
        return None
    # A fact that the model left in the first person gets its one speaker in front, as by rules.
    speakers = {" ".join(turn.speaker.split()) for turn in cited}
    speaker = speakers.pop() if len(speakers) == 1 else ""
    if speaker and set(words_of(speaker)).isdisjoint(words_of(text)) and is_in_first_person(text):
        text = f"{speaker} said: {text}"
    since, until = _day(found.valid_from), _day(found.valid_to)
    if since and until and until <= since:
        until = None
    labels = [label for label in found.concepts if any(map(str.isalnum, label))][:MAX_CONCEPTS]
    belief = min(max(found.belief, 0.01), 1.0)
    return Fact(text, tuple(turn.id for turn in cited), belief, since, until, tuple(labels))


def _day(text: str) -> datetime | None:
    """Read a full date; None for anything else, such as a month alone."""
    with suppress(InvalidInput):
        return Dates("facts", silent=True).read(text, "day")
    return None


FACTS = Chain("facts", Prompt.load("clew.loaders", "facts"), FoundFacts).between(
    Excerpt, ExtractedFacts, Excerpt.inputs, Excerpt.read, lambda excerpt: None if excerpt.turns else ExtractedFacts(())
)
