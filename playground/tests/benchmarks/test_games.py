"""The benchmark of games: stopped at any moment, the same command goes on, and mixes nothing in."""

import json
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clew.agents.ariadne.play import PlayedGame
from clew.api.memory import Memory
from clew.server import Address

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "games.py"


def command(server: Address, folder: Path) -> list[str]:
    few = ["--kinds", "cleaning", "--seeds", "1", "--no-cost", "--ways", "random", "memory", "--most-steps", "4"]
    place = ["--uri", server.uri, "--password", server.password]
    files = ["--kept", str(folder / "kept"), "--json", str(folder / "out.json"), "--plot", str(folder / "out.png")]
    return [sys.executable, str(SCRIPT), *few, *place, *files]


def kept(folder: Path) -> dict[Path, int]:
    """Finished series, and when each was written."""
    return {path: path.stat().st_mtime_ns for path in (folder / "kept").glob("*/*.json")}


def run(server: Address, folder: Path) -> dict[str, Any]:
    done = subprocess.run(command(server, folder), capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "out.json").read_text("utf-8"))


@pytest.mark.timeout(600)
def test_a_killed_run_goes_on_with_what_is_not_finished(server: Address, tmp_path: Path) -> None:
    killed = subprocess.Popen(command(server, tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 280
    while not (first := kept(tmp_path)):
        assert time.monotonic() < deadline
        assert killed.poll() is None, killed.communicate()[1].decode()
        time.sleep(0.05)
    killed.kill()
    killed.communicate()
    assert not (tmp_path / "out.json").exists()
    found = run(server, tmp_path)
    assert first.items() <= kept(tmp_path).items()
    ways = [(each["size"], each["way"], [*each["played"]]) for each in found["series"]]
    assert ways == [(size, way, ["1"]) for way in ("random", "memory") for size in ("small", "basic")]
    assert {each["limit"] for each in found["series"]} == {4}
    assert found["percent"]["cleaning"].keys() == {"small", "basic", "all"}
    assert (tmp_path / "out.png").stat().st_size


def test_only_the_same_games_played_in_the_same_way_are_not_played_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import games  # pyright: ignore[reportMissingImports]

    def own(size: str, way: str, seeds: range, fresh: object) -> Any:
        assert fresh
        asked.append((size, way, seeds))
        played = {seed: PlayedGame(1.5, 3, False, True, 4, 3, 1, 0) for seed in seeds}
        return games.Series("hunt", size, way, 150, played, [7], [0.1], [1 / 3])

    asked: list[tuple[str, str, range]] = []
    wanted = [("easy", "memory", range(1, 3)), ("easy", "memory", range(1, 4)), ("easy", "random", range(1, 3))]
    first, again = ([games._kept(partial(own, *each, fresh=object()), tmp_path) for each in wanted] for _ in range(2))
    assert first == again
    assert first[0].played[2].share == 0.5
    assert asked == wanted


def test_another_state_of_the_code_has_results_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import circumstances  # pyright: ignore[reportMissingImports]

    around = {"server": {"neo4j": "2026.01"}, "python": "3.11", "packages": {}, "at": "now"}
    scripts = [tmp_path / "script.py", tmp_path / "sizes.py"]
    for script in scripts:
        script.write_text("1")
    before = circumstances.under(around, *map(str, scripts))
    assert circumstances.under({**around, "at": "later"}, *map(str, scripts)) == before
    assert circumstances.under({**around, "python": "3.12"}, *map(str, scripts)) != before
    for script in scripts:
        script.write_text("2")
        assert circumstances.under(around, *map(str, scripts)) != before
        script.write_text("1")


def test_the_whole_memory_is_compared_game_by_game_on_the_same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import games_report  # pyright: ignore[reportMissingImports]
    from games_played import Series  # pyright: ignore[reportMissingImports]

    def series(size: str, way: str, *points: int) -> Any:
        played = {seed: PlayedGame(each, 4, each == 4, True, 9, 9, 0, 0) for seed, each in enumerate(points)}
        return Series("hunt", size, way, 150, played)

    table = [series("easy", "memory", 4, 4), series("hard", "memory", 4, 2)]
    table += [series("easy", "window 5", 2, 2), series("hard", "window 5", 3)]
    assert games_report.shares(table)["hunt"]["all"]["memory"].mean == 87.5
    less = games_report.less(table)["hunt"]
    assert less["easy"]["window 5"].rounded(1) == [50.0, 50.0, 50.0]
    assert less["hard"]["window 5"].mean == 25.0
    assert less["all"]["window 5"].rounded(1)[0] == 41.7
    table[0].idle.update({0: 1, 1: 3})
    table += [series("easy", "no replacement", 4, 4), series("easy", "random", 0, 1)]
    lead = games_report.less(table)["hunt"]["all"]
    assert games_report.gates(table, None) == {
        "hunt easy: at least 0.9 of the points in 150 steps: 1.00": True,
        "hunt hard: at least 0.9 of the points in 150 steps: 0.75": False,
        "at most 2 idle steps in a row, while more is in reach, in 2 games: 3": False,
        f"hunt: window 5 has less than the whole memory: {lead['window 5'].signed}": True,
        "hunt: no replacement has not more than the whole memory: +0.0 [+0.0, +0.0]": True,
        f"hunt: random has less than the whole memory: {lead['random'].signed}": True,
    }


def test_games_of_textworld_must_all_be_won_and_most_of_those_in_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import games_report  # pyright: ignore[reportMissingImports]
    from games_played import Series  # pyright: ignore[reportMissingImports]

    def series(kind: str, won: int) -> Any:
        played = {seed: PlayedGame(seed < won, 1, seed < won, True, 9, 9, 0, 0) for seed in range(10)}
        return Series(kind, "small", "memory", 60, played)

    held = games_report.gates([series("textworld hunt", 9), series("phrased hunt", 9)], None)
    assert not held["TextWorld: at least 100% of 10 games won: 9"]
    assert held["in other words: at least 90% of 10 games won: 9"]


def test_a_short_memory_keeps_the_players_own_place_and_hands(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    from games_played import ShortWorld  # pyright: ignore[reportMissingImports]

    world = ShortWorld(memory, [], 2)
    world.observe(
        "-= Hall =-\nYou see a table. On the table you see a key 1 and a cake. There is an exit to the north."
    )
    world.observe("You take the key 1 from the table.", action="take key 1 from table")
    world.observe("You take the cake from the table.", action="take cake from table")
    for _ in range(3):
        world.observe("Time passes.", action="wait")
    assert (world.place(), world.inventory(), world.unexplored()) == ("hall", ("key 1", "cake"), {})
    world.observe("You eat the cake.", action="eat cake")
    world.observe("You drop the key 1.", action="drop key 1")
    assert world.inventory() == ()
    assert memory.stats().nodes["Episode"] == 2
