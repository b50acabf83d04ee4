"""The entities of a space that a question names: a walk over documents starts from them as well."""

from collections.abc import Iterable

from clew.naming.phrases import name, phrases, read
from clew.queries import load
from clew.settings import RecallSettings
from clew.space import SpaceTransaction


def named(transaction: SpaceTransaction, text: str, common: int, settings: RecallSettings) -> dict[str, float]:
    """Ids of the entities that a question names, with their weights: the rarer, the heavier.

    Of names inside each other the longest counts. A single word counts where it is written with a capital, or is
    what a document is about. An entity that more than `common` texts mention is left out.

    Args:
        transaction: of the space.
        text: the question.
        common: mentions that are too many.
        settings: from how many mentions on an entity weighs less.
    """
    rows = transaction.run(load("recall/entities"), names=sorted(phrases(text)))
    capitals = {name([word]) for word in read(text) if word.is_capital}
    rows = [row for row in rows if row["titled"] or " " in row["name"] or row["name"] in capitals]
    longest = _longest([str(row["name"]) for row in rows])
    return {
        row["id"]: min(1.0, settings.hub_degree / max(row["degree"], 1))
        for row in rows
        if row["name"] in longest and row["degree"] <= common
    }


def _longest(names: Iterable[str]) -> set[str]:
    """The names that are not part of another one."""
    kept: list[str] = []
    for each in sorted(names, key=lambda each: -len(each.split())):
        if not any(f" {each} " in f" {longer} " for longer in kept):
            kept.append(each)
    return set(kept)
