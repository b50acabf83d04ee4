"""Learns other names of speakers from a chunk of turns: by rules, and where words hint at more, by a language model.

A name counts only where the turn that is cited holds it, in a sentence that says of whom it is. Speakers say it of
themselves, or another says it beside the speaker's label or in a greeting. Roles have no other names.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from clew.errors import ModelFailed, ModelUnavailable
from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.knowledge.pending import Chunk, Said
from clew.loaders.language.naming import MAX_CHARACTERS, is_name, is_of_self, may_name, own_names
from clew.text.names import is_role
from clew.text.names.vocatives import addressed
from clew.text.quotation import quotation
from clew.text.sentences import sentences

MAX_NAME = 60  # characters of another name
MAX_LINES = 20  # lines that a model is shown at once


class FoundAlias(BaseModel):
    """Another name of one person."""

    name: str = Field(description="the other name")
    label: str = Field(description="the person's label")
    lines: list[int] = Field(description="numbers of the lines that say it")


class FoundAliases(BaseModel):
    """Other names of people."""

    aliases: list[FoundAlias]


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a speaker, and the id of the turn that says it."""

    name: str
    speaker: str
    turn: str


@dataclass(frozen=True, slots=True)
class HintLine:
    """The part of a turn that a model is shown: a sentence that hints at another name, with the sentence before it."""

    turn: Said
    text: str
    hint: str

    def gives(self, name: str, speaker: str) -> bool:
        """Return whether the sentence may give a name to a speaker."""
        if not _holds(self.hint, name):
            return False
        if self.turn.speaker == speaker:
            return is_of_self(self.hint, name)
        return name in addressed(self.hint) or any(_holds(self.hint, form) for form in (speaker, speaker.split()[0]))


@dataclass(frozen=True, slots=True)
class Hints:
    """The labels of speakers, and the lines that hint at other names of them."""

    labels: Sequence[str]
    lines: Sequence[HintLine]

    def inputs(self) -> Inputs:
        """Return the inputs of the prompt."""
        said = (quotation(f"{line.turn.speaker}: {line.text}") for line in self.lines)
        shown = "\n".join(f"[{number}] {line}" for number, line in enumerate(said, 1))
        return {"labels": ", ".join(map(quotation, self.labels)), "lines": shown}

    def read(self, found: FoundAliases) -> tuple[Alias, ...]:
        """Return an alias per cited line of an answer that bears it out."""
        kept: list[Alias] = []
        for each in found.aliases:
            name, speaker = " ".join(each.name.split()), each.label.strip()
            if speaker in self.labels and _is_other(name, speaker) and is_name(name):
                cited = [self.lines[number - 1] for number in each.lines if 0 < number <= len(self.lines)]
                kept += [Alias(name, speaker, line.turn.id) for line in cited if line.gives(name, speaker)]
        return tuple(dict.fromkeys(kept))


def aliases_by_rules(chunk: Chunk) -> tuple[Alias, ...]:
    """Return the names that speakers give themselves in plain words."""
    labels = _labels(chunk)
    return tuple(
        Alias(name, turn.speaker, turn.id)
        for turn in chunk.turns
        if turn.speaker in labels
        for name in own_names(turn.text)
        if _is_other(name, turn.speaker)
    )


def aliases_by_model(model: LanguageModel, chunk: Chunk) -> tuple[Alias, ...]:
    """Ask a language model about the sentences that hint at a name and that the rules do not read.

    Without such sentences it is not asked. An answer that cannot be used costs the names alone. Raises
    `ModelUnavailable` where no question would be answered, and `BudgetSpent`.
    """
    labels = _labels(chunk)
    greets = len(labels) > 2  # of two, a greeting means the other: the conversation shows that itself
    known = {word.casefold() for label in labels for word in label.split()}
    lines: list[HintLine] = []
    for turn in chunk.turns if labels else ():
        before = ""
        for sentence in sentences(turn.text[:MAX_CHARACTERS]):
            greeted = greets and any(name.casefold() not in known for name in addressed(sentence))
            if greeted or (may_name(sentence) and not own_names(sentence)):
                lines.append(HintLine(turn, f"{before} {sentence}".strip(), sentence))
            before = sentence
    try:
        return ALIASES.on(model).invoke(Hints(labels, lines[:MAX_LINES]))
    except ModelUnavailable:
        raise
    except ModelFailed:
        return ()


def learn(transaction: SpaceTransaction, chunk: Chunk, aliases: Iterable[Alias], *, replace_all: bool) -> None:
    """Keep names with the turns that say them, in place of those that these turns had; the transaction has the lock.

    With `replace_all` the names of turns that say none go, as when turns are read again.
    """
    said = {id: list[str]() for id in chunk.ids}
    for alias in aliases:
        said[alias.turn].append(f"{alias.name} = {alias.speaker}")
    rows = [{"id": id, "aliases": sorted({*names})} for id, names in said.items() if names or replace_all]
    if rows:
        transaction.run(load("write/learn_aliases"), session=chunk.session, rows=rows)


def _labels(chunk: Chunk) -> list[str]:
    return [name for name in dict.fromkeys(turn.speaker for turn in chunk.turns) if name.strip() and not is_role(name)]


def _holds(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)(?!['’]s\s(?!(?:\w+\s)?(?:nick-?)?name\b))", text) is not None


def _is_other(name: str, speaker: str) -> bool:
    """Return whether a name can be kept and is not the speaker's label or the first word of it."""
    own = {speaker.casefold(), speaker.split()[0].casefold()}
    return 1 < len(name) <= MAX_NAME and "=" not in name and name.casefold() not in own


ALIASES = Chain("aliases", Prompt.load("clew.loaders", "aliases"), FoundAliases).between(
    Hints, tuple[Alias, ...], Hints.inputs, Hints.read, lambda hints: None if hints.lines else ()
)
