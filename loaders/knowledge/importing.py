"""Facts that were made elsewhere into memory, 200 in each transaction."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from clew.errors import InvalidInput
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.conversation.turns import valid
from clew.loaders.knowledge import fact_files
from clew.loaders.knowledge.facts import Prepared, plan, prepare, write
from clew.loaders.sources.quoting import shown
from clew.model import Fact, Progress, Reconciled
from clew.text.arguments import quoted
from clew.text.instants import as_utc

GROUP_FACTS = 200
"""Facts in a transaction."""


def remember(
    space: Space,
    given: Path | str | Iterable[Fact],
    *,
    link_entities: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> Reconciled:
    """Remember facts, of a file or as given; doing it again changes nothing.

    Args:
        space: where the turns are that they are derived from.
        given: a file as `fact_files.read` takes it, or facts.
        link_entities: whether facts are joined to the entities that they name.
        on_progress: told after each transaction.

    Returns:
        How many are new, repeated and rejected; a fact is rejected if one of its sources is not there.

    Raises:
        InvalidInput: a fact cannot be used; nothing was written.
    """
    facts = fact_files.read(Path(given)) if isinstance(given, Path | str) else [_checked(fact) for fact in given]
    done = Reconciled()
    for start in range(0, len(facts), GROUP_FACTS):
        done += _remember(space, facts[start : start + GROUP_FACTS], link_entities=link_entities)
        if on_progress:
            on_progress(Progress("facts", min(start + GROUP_FACTS, len(facts)), len(facts), "facts"))
    return done


def _remember(space: Space, facts: Sequence[Fact], *, link_entities: bool) -> Reconciled:
    """Write facts beside the known ones, in one transaction; no model judges which replace others."""

    def work(transaction: SpaceTransaction, prepared: Prepared) -> Reconciled:
        transaction.lock()
        return write(transaction, prepared, plan(transaction, prepared, None), link_entities=link_entities)

    return space.settle(lambda: prepare(space, facts), work)


def _checked(fact: object) -> Fact:
    if not isinstance(fact, Fact):
        raise InvalidInput(f"{quoted(fact)} is no fact; give Fact(text, sources)")
    if not any(map(str.isalnum, fact.text)):
        raise InvalidInput(f"fact {shown(fact.text)} has no words; give one sentence")
    if not fact.sources:
        raise InvalidInput(f"fact {shown(fact.text)} has no source; name the turns that say it")
    if not 0 < fact.belief <= 1:
        raise InvalidInput(f"fact {shown(fact.text)}: belief is {fact.belief}; give more than 0 and at most 1")
    since, until = (instant and as_utc(instant) for instant in (fact.valid_from, fact.valid_to))
    if since and until and until <= since:
        raise InvalidInput(f"fact {shown(fact.text)}: valid_to is not after valid_from; correct one of them")
    sources, concepts = tuple(map(valid, fact.sources)), tuple(map(valid, fact.concepts))
    return Fact(valid(" ".join(fact.text.split())), sources, fact.belief, since, until, concepts)
