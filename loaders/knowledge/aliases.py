"""Learns other names of speakers from a chunk of turns: by rules, and where words hint at more, by a language model.

A name counts only where the turn that is cited holds it, in a sentence that says of whom it is: by the speaker of
themselves, by another beside the speaker's label, or in a greeting. Roles have no other names.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from clew.errors import ModelFailed, ModelUnavailable
from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.llm import Chain, Inputs, LanguageModel, Operation, Prompt
from clew.loaders.knowledge.chunks import Chunk, Said
from clew.loaders.language.naming import MAX_CHARACTERS, addressed, is_name, is_of_self, may_name, own_names
from clew.loaders.language.sentences import sentences
from clew.text.names.roles import is_role
from clew.text.quotation import quotation

MAX_NAME = 60
"""Characters of another name."""

MAX_LINES = 20
"""Lines that a model is shown at once."""


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
class Line:
    """What a model is shown of a turn: a sentence that hints at another name, with the sentence before it."""

    turn: Said
    text: str
    hint: str


@dataclass(frozen=True, slots=True)
class Hints:
    """The labels of speakers, and the lines that hint at other names of them."""

    labels: Sequence[str]
    lines: Sequence[Line]


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

    Without such sentences it is not asked. An answer that cannot be used costs the names alone.

    Raises:
        ModelUnavailable: no question would be answered.
        BudgetSpent: no more tokens may be used.
    """
    try:
        return ALIASES.on(model).invoke(_hints(chunk))
    except ModelUnavailable:
        raise
    except ModelFailed:
        return ()


def _hints(chunk: Chunk) -> Hints:
    labels = _labels(chunk)
    return Hints(labels, list(_lines(chunk, labels))[:MAX_LINES])


def _show(hints: Hints) -> Inputs:
    said = (quotation(f"{line.turn.speaker}: {line.text}") for line in hints.lines)
    shown = "\n".join(f"[{number}] {line}" for number, line in enumerate(said, 1))
    return {"labels": ", ".join(map(quotation, hints.labels)), "lines": shown}


def _read(hints: Hints, found: FoundAliases) -> tuple[Alias, ...]:
    return tuple(dict.fromkeys(alias for each in found.aliases for alias in _grounded(each, hints.lines, hints.labels)))


def _known(hints: Hints) -> tuple[Alias, ...] | None:
    return None if hints.lines else ()


def learn(transaction: SpaceTransaction, chunk: Chunk, aliases: Iterable[Alias], *, replace_all: bool) -> None:
    """Keep names with the turns that say them, in place of those that these turns had; the transaction has the lock.

    Args:
        transaction: of the space.
        chunk: the turns.
        aliases: said by them.
        replace_all: whether those of turns that say none go, as when turns are read again.
    """
    said = {id: list[str]() for id in chunk.ids}
    for alias in aliases:
        said[alias.turn].append(f"{alias.name} = {alias.speaker}")
    rows = [{"id": id, "aliases": sorted({*names})} for id, names in said.items() if names or replace_all]
    if rows:
        transaction.run(load("write/learn_aliases"), session=chunk.session, rows=rows)


def _labels(chunk: Chunk) -> list[str]:
    """Return the labels of a chunk's speakers that are names."""
    return [name for name in dict.fromkeys(turn.speaker for turn in chunk.turns) if name.strip() and not is_role(name)]


def _lines(chunk: Chunk, labels: Sequence[str]) -> Iterator[Line]:
    greets = len(labels) > 2  # of two, a greeting means the other: the conversation shows that itself
    for turn in chunk.turns if labels else ():
        before = ""
        for sentence in sentences(turn.text[:MAX_CHARACTERS]):
            greeted = greets and any(_is_stranger(name, labels) for name in addressed(sentence))
            if greeted or (may_name(sentence) and not own_names(sentence)):
                yield Line(turn, f"{before} {sentence}".strip(), sentence)
            before = sentence


def _grounded(found: FoundAlias, lines: Sequence[Line], labels: Sequence[str]) -> Iterator[Alias]:
    """Yield an alias per cited line that bears it out."""
    name, speaker = " ".join(found.name.split()), found.label.strip()
    if speaker not in labels or not _is_other(name, speaker) or not is_name(name):
        return
    for number in dict.fromkeys(found.lines):
        if 0 < number <= len(lines) and _says(lines[number - 1], name, speaker):
            yield Alias(name, speaker, lines[number - 1].turn.id)


def _says(line: Line, name: str, speaker: str) -> bool:
    """Return whether a sentence may give a name to a speaker."""
    if not _holds(line.hint, name):
        return False
    if line.turn.speaker == speaker:
        return is_of_self(line.hint, name)
    return name in addressed(line.hint) or any(_holds(line.hint, form) for form in (speaker, speaker.split()[0]))


def _holds(text: str, name: str) -> bool:
    """Return whether a text holds a name as whole words; not "William" in "William's son"."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)(?!['’]s\s(?!(?:\w+\s)?(?:nick-?)?name\b))", text) is not None


def _is_other(name: str, speaker: str) -> bool:
    """Return whether a name can be kept and is not the speaker's label or the first word of it."""
    own = {speaker.casefold(), speaker.split()[0].casefold()}
    return 1 < len(name) <= MAX_NAME and "=" not in name and name.casefold() not in own


def _is_stranger(name: str, labels: Sequence[str]) -> bool:
    return name.casefold() not in {word.casefold() for label in labels for word in label.split()}


ALIASES = Operation(
    Chain("aliases", Prompt.load("clew.loaders", "aliases"), FoundAliases),
    Hints,
    tuple[Alias, ...],
    _show,
    _read,
    _known,
)
