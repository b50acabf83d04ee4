"""The replay page in a real browser: what it shows of a step is what the memory held as of it."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.interfaces.accessibility import serious
from tests.interfaces.conftest import HOSTILE

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.model.triplet import HAS_EXIT, Triplet, door_to, is_direction
from clew_playground.environments import hunt
from clew_playground.pages.replay.pages import render, write
from clew_playground.pages.replay.recording import Frame, Recording
from clew_playground.pages.replay.recording_proxy import Asked, Decision, Overheard
from clew_playground.players.scripted import scripted
from clew_playground.readers import GAMES

NOW = Observation("", (), 1.0, done=False, won=False)
TOLD = ".told .text"
SIDES = (("x", "width"), ("y", "height"))


def frames(*steps: Sequence[Triplet], gone: Sequence[Triplet] = (), place: str = "hall") -> list[Frame]:
    """Steps that each learn something; the last also ends something."""
    last = len(steps) - 1
    return [
        Frame(n, f"act {n}", f"Saw {n}.", place, 0.0, n, tuple(new), tuple(gone) if n == last else (), (), {})
        for n, new in enumerate(steps)
    ]


def recording(steps: list[Frame], decisions: Sequence[Decision] = ()) -> Recording:
    believed = dict.fromkeys(each for frame in steps for each in frame.new if each not in steps[-1].gone)
    made = decisions or [Decision(f"act {n}") for n in range(1, len(steps))]
    return Recording("Find it.", 2.0, made, steps, believed, NOW)


def squared(side: int) -> list[Triplet]:
    """Rooms on squared paper, each joined to that in the west and in the north, with five things."""
    found: list[Triplet] = []
    for x in range(side):
        for y in range(side):
            room = f"long named room {x} {y}"
            found += [Triplet(f"thing {n} of {room}", "is in", room) for n in range(5)]
            found += [Triplet(room, is_direction("east"), f"long named room {x - 1} {y}")] if x else []
            found += [Triplet(room, is_direction("south"), f"long named room {x} {y - 1}")] if y else []
    return found


def box(element: Locator) -> Mapping[str, float]:
    return cast("Mapping[str, float]", element.bounding_box())


def show(page: Page, folder: Path, game: Recording, title: str = "A game") -> None:
    page.goto(write(folder / "replay.html", game, title=title).as_uri())


@dataclass(frozen=True)
class Game:
    """A game that was really played, its memory, and its page."""

    world: World
    recording: Recording
    page: Path


@pytest.fixture(scope="module")
def game(module_memory: Memory, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The beginning of a hunt: rooms are found and left, a key is taken, a note is read."""
    environment = hunt.generate(3)
    world, player = World(module_memory, reader="rules", rules=GAMES), Overheard(scripted("hunt"))
    kept = Recording(environment.task, environment.max_score, player.decisions)
    Ariadne(world, player=player, most_steps=12, on_step=partial(kept.keep, world)).run(environment)
    return Game(world, kept, write(tmp_path_factory.mktemp("replay") / "game.html", kept, title="hunt"))


def test_each_step_shows_what_memory_held_as_of_it(game: Game, page: Page) -> None:
    page.goto(game.page.as_uri())
    page.get_by_role("checkbox", name="states and exits").check()
    last = len(game.recording.frames) - 1
    visited = list(dict.fromkeys(frame.place for frame in game.recording.frames))
    for step in (0, 1, last // 2, last):
        page.get_by_role("slider").fill(str(step))
        held = game.world.triplets(as_of=step)
        place = game.world.place(as_of=step)
        exits = sum(map(len, game.world.unexplored(as_of=step).values()))
        assert page.locator(".believed").inner_text().startswith(f"{len(held)} triplets")
        expect(page.locator(".edge:not(.gone)")).to_have_count(len(held))
        assert page.locator(".unknown").count() == exits
        assert f"{exits} unexplored" in page.locator(".known").inner_text()
        assert page.locator(".room.here b").inner_text() == place
        been = [each for each in visited if each in {frame.place for frame in game.recording.frames[: step + 1]}]
        assert sorted(page.locator(".room:not(.heard) b").all_inner_texts()) == sorted(been)
        assert page.locator(".carried").inner_text().startswith("Carries ")
        for thing in game.world.inventory(as_of=step) or ("nothing",):
            assert thing in page.locator(".carried").inner_text()
        here = page.locator(".room.here").get_attribute("aria-label") or ""
        for thing in game.world.contents(place, as_of=step).keys() - {"player"}:
            assert thing in here


def test_each_step_shows_its_action_its_score_and_what_it_changed(game: Game, page: Page) -> None:
    page.goto(game.page.as_uri())
    for frame in game.recording.frames:
        assert page.locator(".told h2").inner_text() == f"{frame.number}: {frame.action or 'begins'}"
        assert page.locator(".told .score").inner_text() == f"{frame.score:g} of {game.recording.max_score:g} points"
        assert page.locator(".changes ins").all_inner_texts() == [each.text for each in frame.new]
        assert page.locator(".changes del").all_inner_texts() == [each.text for each in frame.gone]
        page.keyboard.press("ArrowRight")
    assert any(frame.gone for frame in game.recording.frames)


def test_each_decision_shows_what_was_read_before_it(game: Game, page: Page) -> None:
    page.goto(game.page.as_uri())
    assert page.locator(".asked li").all_inner_texts() == ["nothing"]
    page.keyboard.press("End")
    decision = game.recording.decisions[-1]
    assert f"decision {len(game.recording.decisions)}: {decision.choice}" in page.locator(".told").inner_text()
    assert page.locator(".asked b").all_inner_texts() == [each.question for each in decision.asked]


def test_nothing_moves_between_steps(game: Game, page: Page) -> None:
    page.goto(game.page.as_uri())
    spots = """all => Object.fromEntries(all.map(each => [
        each.tagName + each.querySelector('b, title').textContent,
        each.getAttribute('transform') || each.style.left + each.style.top
    ]))"""
    page.keyboard.press("End")
    last = len(game.recording.frames) - 1
    expect(page.locator(".count")).to_have_text(f"{last} / {last}")
    after = page.locator(".node, .room").evaluate_all(spots)
    page.keyboard.press("Home")
    expect(page.locator(".count")).to_have_text(f"0 / {last}")
    before = page.locator(".node, .room").evaluate_all(spots)
    assert len(after) > len(before) > 3
    assert all(after.get(name, spot) == spot for name, spot in before.items())
    assert render(game.recording, title="hunt") == game.page.read_text("utf-8")


def test_keys_and_buttons_walk_through_the_game(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, recording(frames(*([[Triplet(f"thing {n}", "is in", "hall")] for n in range(9)]))))
    seen = page.locator(TOLD)
    for press, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 8), ("Home", 0)):
        page.keyboard.press(press)
        assert seen.inner_text() == f"Saw {step}."
    for button, step in (("Next step", 1), ("Last step", 8), ("Previous step", 7), ("First step", 0)):
        page.get_by_role("button", name=button).click()
        assert seen.inner_text() == f"Saw {step}."
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    assert seen.inner_text() == "Saw 1."


def test_it_plays_by_itself_at_a_chosen_speed_and_stops_at_the_end(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, recording(frames(*([[Triplet(f"thing {n}", "is in", "hall")] for n in range(4)]))))
    speed, count, button = page.get_by_label("Speed"), page.locator(".count"), page.locator(".stepper .primary")
    speed.select_option("2000")
    for said in ("Pause", "Play"):
        page.locator("body").press(" ")
        expect(button).to_have_accessible_name(said)
    speed.select_option("200")
    button.click()
    expect(count).to_have_text("3 / 3", timeout=10_000)
    expect(button).to_have_accessible_name("Play")
    speed.select_option("2000")
    button.click()
    expect(count).not_to_have_text("3 / 3")
    button.press(" ")
    expect(button).to_have_accessible_name("Play")


def test_an_episode_that_was_recalled_leads_to_its_step(page: Page, tmp_path: Path) -> None:
    key = Triplet("key 1", "is in", "hall")
    asked = Asked("recall key 1", (key,), (), (0,))
    show(page, tmp_path, recording(frames([key], [], []), [Decision("wait"), Decision("look", (asked,))]))
    page.keyboard.press("End")
    assert page.locator(".asked li").inner_text() == "recall key 1 key 1 is in hall step 0"
    expect(page.locator(".edge.asked")).to_have_count(1)
    page.get_by_role("button", name="step 0").click()
    assert page.locator(TOLD).inner_text() == "Saw 0."


def test_what_ends_is_struck_out_and_then_gone(page: Page, tmp_path: Path) -> None:
    before, after = Triplet("key 1", "is on", "table"), Triplet("key 1", "is in", "inventory")
    steps = [*frames([before], [after], gone=[before]), Frame(2, "wait", "", "hall", 0.0, 2, (), (), (), {})]
    show(page, tmp_path, recording(steps))
    counts = {"new": (1, 1, 0), "gone": (0, 1, 0)}
    for step in range(3):
        for kind, expected in counts.items():
            expect(page.locator(f".edge.{kind}")).to_have_count(expected[step])
        page.keyboard.press("ArrowRight")
    expect(page.locator(".edge")).to_have_count(1)


def test_states_and_exits_are_drawn_where_they_change_or_are_wanted(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, recording(frames([Triplet("hall", HAS_EXIT, "north"), Triplet("door", "is", "shut")], [])))
    expect(page.locator(".edge")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".edge")).to_have_count(0)
    page.get_by_role("checkbox", name="states and exits").check()
    expect(page.locator(".edge")).to_have_count(2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(browser: Browser, game: Game, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)  # pyright: ignore
    page.goto(f"{game.page.as_uri()}#5")
    assert serious(page) == []
    page.close()


def test_hostile_text_is_shown_and_never_runs(page: Page, tmp_path: Path) -> None:
    said = [Triplet(HOSTILE, "is in", f"room {HOSTILE}"), Triplet("hall", f"likes {HOSTILE}", HOSTILE)]
    asked = Asked(f"recall {HOSTILE}", (said[0],), (HOSTILE,), (0,))
    steps = frames(said, said[:1], place=f"room {HOSTILE}")
    steps[1] = Frame(1, HOSTILE, HOSTILE, f"room {HOSTILE}", 0.0, 1, (), (said[1],), (), {HOSTILE: ("north",)})
    kept = recording(steps, [Decision(HOSTILE, (asked,))])
    kept.task = HOSTILE
    show(page, tmp_path, kept, title=HOSTILE)
    page.keyboard.press("ArrowRight")
    page.locator("#words summary").click()
    page.locator(".room").first.click()
    assert page.evaluate("window.owned") is None
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    for place in ("header h1", ".told h2", ".told .sub", TOLD, "section.changes", "section.asked", ".room b", "#words"):
        assert "</script><script>window.owned = 1" in page.locator(place).first.inner_text(), place


@pytest.mark.parametrize("way", ["constructor", "toString", "__proto__"])
def test_a_direction_that_is_none_is_no_way(page: Page, tmp_path: Path, way: str) -> None:
    """Such as a language model may read: names that every object of a script has."""
    said = [Triplet("attic", is_direction(way), "hall"), Triplet("hall", door_to(way), "door")]
    (first,) = frames(said)
    show(page, tmp_path, recording([replace(first, unexplored={"hall": (way, "north")})]))
    assert page.locator(".changes ins").count() == 2
    assert page.locator(".way-line, .door").count() == 0
    assert page.locator(".unknown").count() == 1


def test_a_way_that_is_no_longer_believed_was_one_until_then(page: Page, tmp_path: Path) -> None:
    wrong = Triplet("attic", is_direction("north"), "hall")
    show(page, tmp_path, recording(frames([wrong], [Triplet("cellar", is_direction("north"), "hall")], gone=[wrong])))
    for room in ("attic", "cellar"):
        assert page.locator(".way-line").count() == 1
        assert sorted(page.locator(".room b").all_inner_texts()) == sorted(["hall", room])
        page.keyboard.press("ArrowRight")


def test_points_are_shown_without_the_dust_of_their_sum(page: Page, tmp_path: Path) -> None:
    (first,) = frames([])
    show(page, tmp_path, recording([replace(first, score=0.1 + 0.2)]))
    assert page.locator(".told .score").inner_text() == "0.3 of 2 points"


def test_points_are_told_in_full_however_many_they_are() -> None:
    (first,) = frames([])
    game = Recording("Find it.", 2000.0, [], [replace(first, score=1234.5)], {}, replace(NOW, score=1234.5))
    assert game.outcome == "not finished: 1234.5 of 2000 in 0 steps, 0 decisions"
    assert "act 0: in hall, 1234.5 of 2000 points" in render(game, title="A game")


def test_no_thing_hides_behind_another(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, recording(frames([Triplet(f"thing {n}", "is in", "hall") for n in range(99)])))
    expect(page.locator(".node")).to_have_count(100)
    places = page.locator(".node").evaluate_all(
        "all => all.map(e => e.transform.baseVal[0].matrix).map(m => [m.e, m.f])"
    )
    assert min(math.dist(one, other) for one, other in combinations(places, 2)) > 12


def test_nothing_is_loaded_from_elsewhere(page: Page, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    show(page, tmp_path, recording(frames(squared(2))))
    assert asked == [(tmp_path / "replay.html").as_uri()]


def test_without_scripts_the_game_is_told_in_words(browser: Browser, game: Game) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(game.page.as_uri())
    assert page.locator("main").count() == 0
    page.locator("#words summary").click()
    lines = page.locator("#words li").all_inner_texts()
    assert len(lines) == len(game.recording.frames)
    for line, frame in zip(lines, game.recording.frames, strict=True):
        assert line.startswith(
            f"{frame.action or 'begins'}: in {frame.place}, {frame.score:g} of {game.recording.max_score:g} points"
        )
    assert game.recording.outcome in page.locator("#words h2").inner_text()
    context.close()


@pytest.mark.parametrize("whole", [False, True])
def test_many_rooms_stay_apart_and_that_of_the_player_is_in_view(page: Page, tmp_path: Path, whole: bool) -> None:
    show(page, tmp_path, recording(frames(squared(6), place="long named room 5 5")))
    if whole:
        page.get_by_role("button", name="whole map").click()
    boxes = [box(each) for each in page.locator(".room").all()]
    assert len(boxes) == 36
    for one, other in combinations(boxes, 2):
        assert any(one[at] + one[size] <= other[at] or other[at] + other[size] <= one[at] for at, size in SIDES)
    pane, here = box(page.locator(".map-pane")), box(page.locator(".room.here"))
    for at, size in SIDES:
        assert pane[at] <= here[at] <= pane[at] + pane[size] - here[size]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_any_screen(browser: Browser, tmp_path: Path, width: int, height: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # pyright: ignore
    endless = Triplet("x" * 300, "is in", "y" * 300)
    show(page, tmp_path, recording(frames([*squared(4), endless])), title="z" * 300)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    edges = page.locator(".node").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert max(edges) <= width
    page.close()


CONTRAST = """all => all.filter(each => each.textContent.trim()).map(each => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(Number).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let ground = each;
  while (/rgba\\(.*, 0\\)|transparent/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
  const style = getComputedStyle(each), text = light(each.namespaceURI.includes("svg") ? style.fill : style.color);
  const paper = light(getComputedStyle(ground).backgroundColor);
  return (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05);
})"""
TEXTS = "h1, h2, small, label, .sub, .text, ins, del, li, .asked b, .asked button, .room *, .labels text, .heard-of"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(browser: Browser, game: Game, scheme: str) -> None:
    """Contrast as in WCAG 2.2, 1.4.3: 4.5 for text."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme=scheme)  # pyright: ignore
    page.goto(game.page.as_uri())
    for _ in game.recording.frames[::4]:
        found = page.locator(TEXTS).evaluate_all(CONTRAST)
        assert len(found) > 20
        assert min(found) >= 4.5
        for _ in range(4):
            page.keyboard.press("ArrowRight")
    page.close()


def test_a_step_costs_what_it_changes_and_not_a_copy() -> None:
    known = squared(6)
    short, long = (len(render(recording(frames(known, *([[]] * steps))), title="A game")) for steps in (50, 150))
    assert (long - short) / 100 < 300


def test_a_game_that_never_began_has_a_page(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, Recording("Find it.", 2.0, []))
    assert page.locator(".outcome").inner_text() == "not begun"


def test_the_data_hold_no_triplet_twice(game: Game) -> None:
    found = re.search(r'id="data">(.*?)</script>', game.page.read_text("utf-8"), re.DOTALL)
    assert found is not None
    triplets = [tuple(each) for each in json.loads(found[1])["triplets"]]
    assert len(set(triplets)) == len(triplets)
