"""What an agent believes, of what two memories say."""

from dataclasses import replace
from datetime import UTC, datetime

from tests.agents.karma.houses import APPLE, FRIDGE, MICROWAVE

from clew.agents.karma.knowledge import Knowledge
from clew.model.places import Placed

MONDAY, TUESDAY = (datetime(2026, 3, day, tzinfo=UTC) for day in (2, 3))
OLD = Placed(APPLE.id, "Apple", FRIDGE.location, (), True, "kitchen/1", "kitchen", FRIDGE.id, MONDAY, TUESDAY)
NEW = replace(OLD, location=MICROWAVE.location, inside=MICROWAVE.id, since=TUESDAY, until=None)


def test_the_newest_sighting_is_believed_whichever_memory_has_it() -> None:
    for known in (
        Knowledge([OLD, NEW], [OLD]),
        Knowledge([NEW], [replace(OLD, until=None)]),
        Knowledge([replace(OLD, until=None)], [NEW]),
    ):
        assert known.remembered[APPLE.id].inside == MICROWAVE.id
        assert known.things == known.remembered


def test_what_is_gone_is_nowhere_though_a_unit_has_it_somewhere() -> None:
    assert Knowledge([OLD], [OLD]).remembered == {}
