"""Profiles: the facts on somebody or something, by topic, within a budget of words, or in sentences of a model."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from pydantic import BaseModel, Field

from clew.errors import InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.space import Contents, Space, SpaceTransaction
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.model import ListedMemory, Profile, ProfileSentence
from clew.retrieval.context import known, things
from clew.retrieval.pack import count
from clew.retrieval.question import NOTHING
from clew.retrieval.speakers import other_names
from clew.text.arguments import quoted
from clew.text.instants import BEGINNING, FOREVER, as_utc, as_utc_if_any, day
from clew.text.names import composed
from clew.text.names.phrases import read
from clew.text.quotation import quotation

MAX_FACTS = 1000  # facts of a profile: the best
SHOWN = 4  # words of facts that a language model is shown, for each of its own


class _Found(NamedTuple):
    """A fact with the names of its topics, and whether it is joined to the entity that is asked for."""

    memory: ListedMemory
    topics: tuple[str, ...]
    is_joined: bool

    def names(self, names: Sequence[str]) -> bool:
        """True if it is on somebody of these names."""
        text = composed(self.memory.text).casefold()
        return self.is_joined or any(
            re.search(rf"(?<!\w){re.escape(composed(name).casefold())}(?!\w)", text) for name in names
        )


class FoundSentence(BaseModel):
    """One sentence."""

    text: str = Field(description="one short sentence")
    facts: list[int] = Field(description="numbers of the facts that it rests on")


class FoundSentences(BaseModel):
    """Sentences on somebody or something."""

    sentences: list[FoundSentence]


@dataclass(frozen=True, slots=True)
class Portrayed:
    """Facts on somebody that a language model puts in sentences, and of how many words these may be."""

    name: str
    facts: Sequence[ListedMemory]
    words: int

    def inputs(self) -> Inputs:
        """Return the inputs of the prompt."""
        lines = (f"[{number}] {quotation(_line(fact))}" for number, fact in enumerate(self.facts, 1))
        return {"name": quotation(self.name), "words": str(self.words), "facts": "\n".join(lines)}

    def read(self, answer: FoundSentences) -> tuple[ProfileSentence, ...]:
        """Return the sentences that rest on facts which were shown, as far as the words go."""
        kept: list[ProfileSentence] = []
        left = self.words
        for each in answer.sentences:
            text = " ".join(each.text.split())
            cited = dict.fromkeys(self.facts[number - 1].id for number in each.facts if 0 < number <= len(self.facts))
            if cited and any(map(str.isalnum, text)) and count(text) <= left:
                kept.append(ProfileSentence(text, tuple(cited)))
                left -= count(text)
        return tuple(kept)


PROFILE = Chain("profile", Prompt.load("clew.retrieval", "profile"), FoundSentences).between(
    Portrayed, tuple[ProfileSentence, ...], Portrayed.inputs, Portrayed.read, lambda known: None if known.facts else ()
)


def profile(
    space: Space,
    name: str,
    words: int,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    model: LanguageModel | None = None,
) -> Profile:
    """Return what is known of somebody or something; a model puts it in sentences.

    Raises:
        InvalidInput: the name is blank, or `words` is less than 1.
        NotFound: nobody speaks under this name, and no memory names it.
        ModelFailed: the model has no answer; or it raises `BudgetSpent`.
    """
    if words < 1:
        raise InvalidInput(f"words is {words}; give 1 or more")
    if not name.strip():
        raise InvalidInput("name is blank; give the name of a speaker, or of a person or thing that memories name")

    def look(transaction: SpaceTransaction) -> tuple[str, list[_Found]]:
        contents = transaction.contents() or Contents()
        speaker, names = _called(name, contents)
        ids = things(transaction, *names)
        given = {"things": ids, "words": _words(space, names), "limit": MAX_FACTS}
        if known_at:
            rows = _known(transaction, given, as_utc(known_at), as_utc_if_any(as_of))
        else:
            at = as_utc_if_any(as_of) or FOREVER
            rows = transaction.run(load("browse/profile", _Found), as_of=at, forever=FOREVER, **given)
        found = [each for each in rows if each.names(names)]
        if not speaker and not ids and not found:
            told = f"space {space.name!r} has no speaker {quoted(name)}, and no memory names it"
            raise NotFound(f"{told}; `entities` lists the people and things that memories name")
        return speaker or name, found

    called, found = space.reading(look)
    packed = _packed(called, found, words)
    return _summarised(packed, [each.memory for each in found], model, words) if model else packed


def _known(
    transaction: SpaceTransaction, given: Mapping[str, object], known_at: datetime, as_of: datetime | None
) -> list[_Found]:
    """Return the facts that were believed at an instant, in the order of a profile."""
    columns = tuple[str, tuple[str, ...], bool]
    rows = transaction.run(load("browse/profile_known", columns), known_at=known_at, **given)
    then = known(transaction.run, [id for id, *_ in rows], known_at, as_of)
    found = [_Found(then[id], topics, is_joined) for id, topics, is_joined in rows if id in then]
    by_time = sorted(found, key=lambda each: each.memory.valid_from, reverse=True)
    return sorted(by_time, key=lambda each: -each.memory.belief)[:MAX_FACTS]


def _summarised(known: Profile, facts: Sequence[ListedMemory], model: LanguageModel, words: int) -> Profile:
    """Put a profile in sentences of a language model; where it writes none that can be used, the facts stay."""
    spent = accumulate(count(_line(fact)) for fact in facts)
    shown = [fact for fact, sum_ in zip(facts, spent, strict=True) if sum_ <= SHOWN * words]
    sentences = PROFILE.on(model).invoke(Portrayed(known.name, shown, words))
    if not sentences:
        return known
    cited = {id for each in sentences for id in each.facts}
    left_out = tuple(fact.id for fact in facts if fact.id not in cited)
    return replace(known, text=" ".join(each.text for each in sentences), sentences=sentences, left_out=left_out)


def _called(name: str, contents: Contents) -> tuple[str, list[str]]:
    """Return the speaker whom a name means, or nobody, and all the names of theirs."""
    wanted = composed(name).casefold()
    aliases = other_names(contents.alias_sources, contents.speakers)
    meant = [each for each in contents.speakers if composed(each).casefold() == wanted]
    meant += [speaker for alias, speaker in aliases.items() if composed(alias).casefold() == wanted]
    speaker = name if name in meant else next(iter(meant), "")
    own = [alias for alias, of in aliases.items() if of == speaker] if speaker else []
    return speaker, list(dict.fromkeys(filter(None, (speaker, name, *own))))


def _words(space: Space, names: Sequence[str]) -> str:
    """Return the full-text query for facts that have any of some names."""
    phrases = sorted({" ".join(word.text for word in read(name)) for name in names} - {""})
    if not phrases:
        return NOTHING
    any_of_them = " OR ".join(f'"{phrase}"' for phrase in phrases)
    return f'+space_key:"{space.key}"^0 +kind:"Fact"^0 +search_text:({any_of_them})'


def _packed(name: str, found: Sequence[_Found], words: int) -> Profile:
    """Put facts under their topics, and take those that fit into the text, the best first."""
    sizes = Counter(topic for each in found for topic in each.topics)
    topics: dict[str, list[ListedMemory]] = {}
    of: dict[str, str] = {}
    for each in found:
        topic = min(each.topics, key=lambda topic: (-sizes[topic], topic), default="")
        topics.setdefault(topic, []).append(each.memory)
        of[each.memory.id] = topic
    ordered = sorted(topics, key=lambda topic: (not topic, -len(topics[topic]), topic))
    shown: dict[str, list[str]] = {}
    left, left_out = words, list[str]()
    for each in found:
        line, topic = f"- {_line(each.memory)}", of[each.memory.id]
        cost = count(line) + (0 if topic in shown else count(_heading(topic)))
        if cost > left:
            left_out.append(each.memory.id)
            continue
        shown.setdefault(topic, []).append(line)
        left -= cost
    text = "\n".join(line for topic in ordered if topic in shown for line in (_heading(topic), *shown[topic]))
    return Profile(name, {topic: tuple(topics[topic]) for topic in ordered}, text, tuple(left_out))


def _heading(topic: str) -> str:
    return f"{' '.join(topic.split()) or 'other'}:"


def _line(fact: ListedMemory) -> str:
    since = f" (since {day(fact.valid_from)})" if fact.valid_from > BEGINNING else ""
    return f"{' '.join(fact.text.split())}{since}"
