"""Problems from a seed: the same on every machine, always solvable, longer from size to size."""

import hashlib
import os
import subprocess
import sys

import pytest

from clew.errors import InvalidInput
from clew_playground.environments.strips import DOMAINS, SIZES, generate, plan, walkthrough


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_size_can_be_solved_and_is_longer(domain: str) -> None:
    lengths = [len(plan(generate(domain, 1, size).model, shorter=False)) for size in SIZES]
    assert max(lengths[:3]) < min(lengths[4:])
    assert lengths[0] <= 8
    assert lengths[-1] >= 30


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_many_seeds_can_be_solved_and_ask_for_something(domain: str, size: int) -> None:
    for seed in range(12):
        game = generate(domain, seed, size)
        assert 2 <= len(plan(game.model, shorter=False)) <= game.steps


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_seed_makes_one_problem_and_another_seed_another(domain: str) -> None:
    first, again, other = (generate(domain, seed, 4).model for seed in (3, 3, 4))
    assert first == again
    assert (first.init, first.goal) != (other.init, other.goal)


def fingerprint() -> str:
    """Of every word of a game of each domain."""
    digest = hashlib.sha256()
    for domain in DOMAINS:
        game = generate(domain, 7, 3)
        moments = [game.reset(), *(game.step(each) for each in walkthrough(game))]
        assert moments[-1].won
        digest.update(repr((game.task, moments)).encode())
    return digest.hexdigest()


@pytest.mark.parametrize("hashes", ["1", "77"])
def test_another_process_with_other_hashes_makes_the_same_games(hashes: str) -> None:
    code = "from playground.tests.environments.strips.test_problems import fingerprint; print(fingerprint())"
    environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == fingerprint()


def test_what_is_not_there_is_named_with_what_is() -> None:
    with pytest.raises(
        InvalidInput, match="domain 'chess' is unknown; choose of blocksworld, gripper, tyres, bartending"
    ):
        generate("chess", 1)
    with pytest.raises(InvalidInput, match="size 7 is unknown; choose 1 to 6"):
        generate("gripper", 1, 7)
