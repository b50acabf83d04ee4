"""Other names of speakers that a caller gives."""

from collections.abc import Sequence
from typing import NamedTuple

from clew.errors import InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction, check_name

MAX_ALIASES = 50  # other names of one speaker


class _Given(NamedTuple):
    speakers: tuple[str, ...]
    aliases: tuple[str, ...]


def give_aliases(space: Space, speaker: str, names: Sequence[str]) -> None:
    """Set the other names by which questions may mean a speaker, in place of those that were given before.

    Short forms ("Kate") and other spellings ("Kathrine") are known without that. So are names by which one of two
    speakers greets or thanks the other ("Hey Kit!"), and consolidation learns more. Given names go when the speaker's
    last turn is forgotten. Without names the speaker has none.

    Raises:
        InvalidInput: a name is blank, too long, or holds an equals sign; or there are too many.
        NotFound: nobody in the space speaks under that label.
    """
    if len(names) > MAX_ALIASES:
        raise InvalidInput(f"{len(names)} names for {speaker!r}; give at most {MAX_ALIASES}")
    if name := next((name for name in names if "=" in check_name("alias", name)), ""):
        raise InvalidInput(f"alias {name!r} holds an equals sign; leave it out")

    def give(transaction: SpaceTransaction) -> None:
        # No row: the space was forgotten while its lock was waited for.
        held = next(iter(transaction.run(load("write/given_aliases", _Given))), _Given((), ()))
        if speaker not in held.speakers:
            heard = ", ".join(held.speakers[:10]) or "nobody"
            raise NotFound(f"space {space.name!r} has no speaker {speaker!r}; it has {heard}")
        others = [alias for alias in held.aliases if alias.partition(" = ")[2] != speaker]
        given = [f"{name.strip()} = {speaker}" for name in names]
        transaction.run(load("write/give_aliases"), aliases=[*others, *given])

    space.locked(give)
