"""Remembers facts that were made elsewhere: values, JSON lines of ours, or observations in LoCoMo's samples."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput
from clew.graph.space import Space, SpaceTransaction, check_name
from clew.loaders.conversation.episodes import episode_id
from clew.loaders.knowledge.facts import Prepared, plan, prepare, write
from clew.loaders.language.entities import subject
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.json_stream import decode, elements
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import regular
from clew.model import Fact, Progress, Reconciled
from clew.text.arguments import fitted, quoted
from clew.text.instants import as_utc

GROUP_FACTS = 200  # facts in a transaction

_DIALOG = re.compile(r"D:?(\d+):(\d+)")
_OBSERVATION = re.compile(r"session_(\d+)_observation")
_KNOWN = ("episode:", "passage:")


def remember(
    space: Space,
    given: Path | str | Iterable[Fact],
    *,
    link_entities: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> Reconciled:
    """Remember facts as given, or of a file as `read` takes it; doing it again changes nothing.

    No model judges which replace others. A fact is rejected if one of its sources is not there.

    Raises:
        InvalidInput: a fact cannot be used; nothing was written.
    """
    facts: list[Fact] = read(Path(given)) if isinstance(given, Path | str) else []
    for fact in () if isinstance(given, Path | str) else given:
        if not isinstance(fact, Fact):  # pyright: ignore[reportUnnecessaryIsInstance] - a text is an easy mistake
            raise InvalidInput(f"{quoted(fact)} is no fact; give Fact(text, sources)")
        facts.append(_checked(fact))

    def work(transaction: SpaceTransaction, prepared: Prepared) -> Reconciled:
        transaction.lock()
        return write(transaction, prepared, plan(transaction, prepared, None), link_entities=link_entities)

    done = Reconciled()
    for start in range(0, len(facts), GROUP_FACTS):
        group = facts[start : start + GROUP_FACTS]
        done += space.settle(lambda group=group: prepare(space, group), work)
        if on_progress:
            on_progress(Progress("facts", start + len(group), len(facts), "facts"))
    return done


def _checked(fact: Fact, place: str = "") -> Fact:
    place = place or f"fact {quoted(fact.text)}"
    text = sentence(fact.text, place)
    if fact.about and (fact.sources or not subject(fact.about)):
        fault = "names the turns that say it" if fact.sources else "has no name there"
        raise InvalidInput(f"{place}: about is {quoted(fact.about)}, and it {fault}; leave about out, or name somebody")
    if not 0 < fact.belief <= 1:
        raise InvalidInput(f"{place}: belief is {fact.belief}; give more than 0 and at most 1")
    since, until = (instant and as_utc(instant) for instant in (fact.valid_from, fact.valid_to))
    if since and until and until <= since:
        raise InvalidInput(f"{place}: valid_to is not after valid_from; correct one of them")
    sources, concepts = tuple(map(well_formed, fact.sources)), tuple(map(well_formed, fact.concepts))
    about = check_name("about", well_formed(fact.about)) if fact.about else ""
    return Fact(text, sources, fact.belief, since, until, concepts, fact.replaces, about)


def sentence(text: str, place: str) -> str:
    """Return the text of a statement with single spaces and valid Unicode; errors call it `place`."""
    if not any(map(str.isalnum, text)):
        raise InvalidInput(f"{place} has no words; give one sentence")
    return well_formed(" ".join(text.split()))


def read(path: Path) -> list[Fact]:
    """Read all facts of a file, in its order: `.jsonl`, one object a line, or `.json` as LoCoMo has it.

    A line has `text`. `sources` are ids of turns or passages, or `SESSION/POSITION` of a turn. `replaces` is an id, or
    several. There may be `belief`, `valid_from`, `valid_to`, `concepts` and `about`. A date is of UTC where it names no
    zone.

    Raises:
        InvalidInput: a line cannot be used; names the line, the field and the remedy.
    """
    facts = list(_observations(path) if regular(path).suffix.lower() == ".json" else _facts_of_lines(path))
    if not facts:
        raise InvalidInput(f"{called(path)} holds no fact; check that it is the right file")
    return facts


def _facts_of_lines(path: Path) -> Iterator[Fact]:
    """Yield the fact of each line, after all lines have shown whether the day comes first in their dates."""
    dates = Dates(called(path), silent=True)
    values: dict[str, object] = {}
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    place = f"{called(path)}, line {number}"
                    values[place] = decode(line, place)
    except UnicodeDecodeError:
        raise InvalidInput(f"{called(path)} is not UTF-8 text; save it as UTF-8") from None
    except OSError as error:
        raise InvalidInput(f"{called(path)} cannot be read: {error.strerror}; check the path") from None
    for place, value in values.items():
        for name in ("valid_from", "valid_to") if isinstance(value, Mapping) else ():
            dates.see(cast("Mapping[str, object]", value).get(name), f"{place}: {name}")
    return (_FactLine.fact(value, place, dates) for place, value in values.items())


_Instant = Annotated[
    datetime | None,
    BeforeValidator(
        lambda value, field: (
            field.context[0].read(value, f"{field.context[1]}: {field.field_name}") if isinstance(value, str) else value
        )
    ),
]


class _FactLine(BaseModel):
    """A fact as a line of a file holds it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = Field(pattern=r"[^\W_]")
    sources: list[str] = []
    belief: float = Field(default=1.0, gt=0, le=1)
    valid_from: _Instant = None
    valid_to: _Instant = None
    concepts: list[str] = []
    replaces: str | list[str] = ""
    about: str = ""

    @classmethod
    def fact(cls, value: object, place: str, dates: Dates) -> Fact:
        """Return the fact of a line's value."""
        line = fitted(_FORM, value, place, (dates, place))
        sources = tuple(source if source.startswith(_KNOWN) else f"episode:{source}" for source in line.sources)
        concepts = tuple(line.concepts)
        replaces = line.replaces if isinstance(line.replaces, str) else tuple(line.replaces)
        fact = Fact(line.text, sources, line.belief, line.valid_from, line.valid_to, concepts, replaces, line.about)
        return _checked(fact, place)


_FORM = TypeAdapter(_FactLine)


def _observations(path: Path) -> Iterator[Fact]:
    """Yield the facts of samples, whose sessions are like ``{speaker: [[text, turn or turns], ...]}``.

    Turns may share one text, separated by commas.
    """
    for sample in elements(path):
        name = str(sample.get("sample_id") or path.stem)
        observed = sample.get("observation")
        if not isinstance(observed, dict):
            raise InvalidInput(f"{called(path)}, {name}: no observation; give LoCoMo's file, or JSON lines of facts")
        sessions = cast("Mapping[str, Mapping[str, Iterable[tuple[str, object]]]]", observed)
        numbers = {key: int(match[1]) if (match := _OBSERVATION.fullmatch(key)) else 0 for key in sessions}
        for key in sorted(sessions, key=numbers.__getitem__):
            try:
                for text, turns in (pair for pairs in sessions[key].values() for pair in pairs):
                    if not any(map(str.isalnum, text)):
                        raise ValueError(text)  # noqa: TRY301
                    found = ((int(session), int(turn)) for session, turn in _DIALOG.findall(str(turns)))
                    sources = tuple(episode_id(f"{name}/session_{session}", turn - 1) for session, turn in found)
                    # one that names no turn is rejected like one whose turn is not there: nobody tells it
                    yield Fact(well_formed(" ".join(text.split())), sources or (f"episode:{name}",))
            except (AttributeError, TypeError, ValueError):
                place = f"{called(path)}, {name}, {key}"
                raise InvalidInput(f"{place} does not hold, per speaker, a list of [text, turns]; correct it") from None
