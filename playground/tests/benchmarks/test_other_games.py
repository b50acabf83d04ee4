"""The benchmark of games of others: what was played is kept game by game, and large games are what memory must win."""

from pathlib import Path
from types import ModuleType

import pytest

from clew.agents.ariadne.play import PlayedGame

SCRIPTS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(SCRIPTS)
    import other_games  # pyright: ignore[reportMissingImports]

    return other_games


def test_a_game_that_is_over_is_not_played_again(script: ModuleType, tmp_path: Path) -> None:
    def played(seeds: list[int]) -> dict[int, PlayedGame]:
        found = script._kept(path, script.Series("hunt", "easy", "random", 3))
        return script.series(found, seeds, None, path).played

    path = tmp_path / "hunt.json"
    one = played([1])
    assert one[1].steps == 3
    path.write_text(path.read_text("utf-8").replace('"steps": 3', '"steps": 2'), "utf-8")
    two = played([1, 2])
    assert (two[1].steps, two[2].steps) == (2, 3)
    assert two[2].max_score == one[1].max_score


def test_large_games_must_be_won_by_more_than_a_window_wins(script: ModuleType) -> None:
    def series(kind: str, size: str, way: str, points: int, *idle: int) -> object:
        played = {101: PlayedGame(points, 10, points == 10, True, 9, 9, 0, 0)}
        return script.Series(kind, size, way, 100, played, idle=dict(enumerate(idle)))

    usual = [series("mapreader", "usual", "memory", 10, 0, 2), series("mapreader", "usual", "window 5", 9)]
    large = [series("mapreader", "large", "memory", 10, 3), series("mapreader", "large", "window 5", 8)]
    table = [*usual, *large, series("find-plant", "", "memory", 10), series("twc", "usual", "memory", 1)]
    assert list(script._gates(table).items()) == [
        ("mapreader: at least 0.95 of the points: 1.00", True),
        ("mapreader large: at least 0.95 of the points: 1.00", True),
        ("mapreader large: at least 0.3 more than with five steps: 0.20", False),
        ("find-*: at least 0.8 found: 1.00", True),
        ("at most 2 idle steps in a row, while more is in reach, in 3 games: 3", False),
    ]
    assert script._wanted(table) == {"mapreader: at least 0.3 more than with five steps: 0.10": False}
