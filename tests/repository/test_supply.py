"""Each thing that Clew is made of has an exact version, what the server fetches a digest, and licences are known."""

from tests.repository.supply import ACCEPTED, LOCKED, STRICT, licences, pinned, unlocked


def test_each_jar_has_a_digest() -> None:
    assert unlocked() == []
    assert not LOCKED.fullmatch("org.neo4j:neo4j:1.0 0123 5")


def test_licences_ask_nothing_of_whoever_hands_clew_on() -> None:
    stated = licences()
    assert len(stated) > 50
    assert {name for name, licence in stated.items() if STRICT.search(licence)} <= ACCEPTED.keys()


def test_packages_are_pinned_once() -> None:
    assert pinned()["neo4j"]
    assert len(pinned()) > 100
