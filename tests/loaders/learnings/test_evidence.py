"""What a learning rests on follows from whose words it has."""

import pytest

from clew.loaders.learnings.evidence import ClaimSource, Prior, resting, shown_by
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import learning_key

POWER = parse("Switching on the power SHOULD BE NECESSARY to use the stove.")
OTHER = parse("Singing MAY CONTRIBUTE to joy.")
OWN = [ClaimSource("trial:2", "trial:2"), ClaimSource("trial:2", "episode:2/0")]
EARLIER = [ClaimSource("trial:1", "trial:1"), ClaimSource("trial:1", "episode:1/3")]


def prior(vector: list[float]) -> Prior:
    return Prior("learning:1/1", learning_key(POWER), POWER.relation, vector, EARLIER)


def test_the_same_again_rests_on_what_taught_it_first() -> None:
    found = resting(POWER, [1.0, 0.0], [prior([0.0, 1.0])], OWN, is_shown=False)
    assert (found.continues, found.grounds) == (("learning:1/1",), tuple(EARLIER))
    assert resting(POWER, [1.0, 0.0], [prior([0.0, 1.0])], OWN, is_shown=True).grounds == (*EARLIER, *OWN)


def test_in_other_words_it_rests_on_both_together() -> None:
    found = resting(OTHER, [1.0, 0.0], [prior([1.0, 0.0])], OWN, is_shown=True)
    assert found.continues == ("learning:1/1",)
    assert {each.source for each in found.grounds} == {each.source for each in (*EARLIER, *OWN)}
    assert len({each.claim for each in found.grounds}) == 1
    told = resting(OTHER, [1.0, 0.0], [prior([1.0, 0.0])], OWN, is_shown=False, is_summary=True)
    assert {each.source for each in told.grounds} == {each.source for each in EARLIER}


@pytest.mark.parametrize(
    ("line", "vector"),
    [
        ("Switching on the power DOES NOT CONTRIBUTE to use the stove.", [0.0, 1.0]),
        ("Power DOES NOT CONTRIBUTE to cook on the stove.", [1.0, 0.0]),
    ],
)
def test_the_opposite_of_an_earlier_one_continues_it_and_rests_on_its_own_trial(line: str, vector: list[float]) -> None:
    found = resting(parse(line), [1.0, 0.0], [prior(vector)], OWN, is_shown=False)
    assert (found.continues, found.grounds) == (("learning:1/1",), tuple(OWN))


def test_what_is_new_rests_on_its_own_trial() -> None:
    found = resting(OTHER, [1.0, 0.0], [prior([0.0, 1.0])], OWN, is_shown=False)
    assert (found.continues, found.grounds) == ((), tuple(OWN))


def test_the_steps_that_share_rare_words_show_it() -> None:
    steps = {0: "go to the kitchen. You see a stove.", 1: "sing. Nobody hears.", 2: "switch on power. The stove hums."}
    assert shown_by(POWER, steps) == (0, 2)
    assert shown_by(parse("\u2191 SHOULD BE NECESSARY to win"), {0: "\u2193", 1: "\u2191"}) == (1,)
    assert shown_by(parse("Flying MAY CONTRIBUTE to landing."), steps) == ()
    many = dict.fromkeys(range(9), "stove") | {9: "power of the stove"}
    assert shown_by(POWER, many) == (0, 1, 2, 3, 9)
