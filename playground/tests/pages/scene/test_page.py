"""The page of a run in a real browser: what it shows of a step is what was done, seen and held then."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.interfaces.accessibility import serious
from tests.interfaces.conftest import HOSTILE
from tests.interfaces.pages.scene.houses import NOON, layout, unit

from clew.agents.karma.body import Skill
from clew.model.places import type_words
from clew.model.scene import Point, Thing
from clew.model.short_term import Mention, TaskMemory, Unit
from clew_playground.environments.household import (
    Household,
    all_tasks,
    household_of,
    planned,
)
from clew_playground.pages.scene.pages import recalls, scenery_of, skill_words, write
from clew_playground.pages.scene.recording import Recorder, SceneRun, SceneStep

CAPACITY = 6


class Lately:
    """A short-term memory that is a queue: what was seen longest ago leaves first."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self.held, self.clock = dict[str, Unit](), clock

    def see(self, things: Iterable[Thing]) -> None:
        for thing in things:
            if thing.movable:
                self.held.pop(thing.id, None)
                self.held[thing.id] = unit(thing, self.clock())
        while len(self.held) > CAPACITY:
            self.held.pop(next(iter(self.held)))

    def units(self) -> tuple[Unit, ...]:
        return tuple(self.held.values())


@dataclass(frozen=True)
class Watched:
    """A run that was really done, what short-term memory held after each step, and the page."""

    run: SceneRun
    held: list[tuple[Unit, ...]]
    page: Path


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    """Two tasks in turn, both planned by who knows all."""
    tasks = [all_tasks()[number] for number in (103, 160)]
    house = household_of(tasks)

    def clock() -> datetime:
        return NOON + timedelta(seconds=house.seconds)

    lately = Lately(clock)
    recorder = Recorder(house, lately.units, CAPACITY, clock)
    lately.see(house.visible())
    held = list[tuple[Unit, ...]]()
    for task in tasks:
        house.assign(task.goal)
        recorder.begin(task.sentences[0])
        held.append(lately.units())
        best = [each for each in lately.units() if each.object.type == task.goal.object][:1]
        fridge = next(each for each in house.things.values() if each.type == "Fridge")
        mentions = [Mention(f"the {each}", each, 0.9) for each in (task.goal.object, "Fridge", "Violin", "Fridge")]
        place = replace(unit(fridge).object, movable=False)
        recorder.recalled(TaskMemory(task.sentences[0], clock(), mentions, best, [place], []))
        for skill in planned(house):
            lately.see(recorder.do(skill).seen)
            held.append(lately.units())
    assert house.won
    run = recorder.run("Two tasks", "2 of 2 tasks done")
    return Watched(run, held, write(tmp_path_factory.mktemp("scene") / "run.html", run))


def steps(watched: Watched, page: Page) -> Iterable[tuple[int, SceneStep]]:
    """Walk through the page by a key."""
    page.goto(watched.page.as_uri())
    assert len(watched.run.steps) > 10
    for number, step in enumerate(watched.run.steps):
        if number:
            page.keyboard.press("ArrowRight")
        yield number, step


def spot(mark: Locator) -> tuple[float, float]:
    x, y = re.fullmatch(r"translate\((\S+) (\S+)\)", mark.get_attribute("transform") or "").groups()  # pyright: ignore
    return float(x), float(y)


def test_each_step_shows_what_was_done_and_what_came_of_it(watched: Watched, page: Page) -> None:
    metres = seconds = 0.0
    for number, step in steps(watched, page):
        expect(page.locator(".stepper .count")).to_have_text(f"{number} / {len(watched.run.steps) - 1}")
        expect(page.locator(".told h2")).to_have_text(f"{number}: {skill_words(step)}")
        if step.result:
            metres, seconds = metres + step.result.distance_m, seconds + step.result.seconds
            assert page.locator(".told .text").inner_text() == step.result.observation
            assert step.task in page.locator(".told .sub").inner_text()
        else:
            assert page.locator(".told .text").inner_text() == step.task
        assert page.locator(".told .score").inner_text() == f"{metres:.2f} m, {seconds:g} s"


def test_the_way_is_as_long_as_was_walked_and_ends_where_the_agent_is(watched: Watched, page: Page) -> None:
    walked, scale = 0.0, None
    for _, step in steps(watched, page):
        lines = page.locator(".scene svg > .walk .walked").evaluate_all(
            "all => all.map(e => [...e.points].map(p => [p.x, p.y]))"
        )
        pixels = sum(abs(x2 - x1) + abs(y2 - y1) for line in lines for (x1, y1), (x2, y2) in pairwise(line))
        walked += step.result.distance_m if step.result else 0.0
        if walked:
            scale = scale or pixels / walked
            assert pixels == pytest.approx(walked * scale, abs=0.1 * walked + 0.5)
            here = page.locator(".scene g.held .here")
            at = [float(here.get_attribute(each) or 0) for each in ("cx", "cy")]
            assert lines[-1][-1] == pytest.approx(at, abs=0.06)
        now = page.locator(".scene svg > .walk .walked.now").count()
        assert now == (1 if step.result and step.result.path else 0)
    assert scale is not None
    assert scale > 40


def test_what_is_in_sight_is_listed_and_marked(watched: Watched, page: Page) -> None:
    known = set[str]()
    for _, step in steps(watched, page):
        seen = {each.id for each in step.seen}
        assert page.locator(".seen h2").inner_text() == f"In sight: {len(step.seen)}"
        listed = page.locator(".seen li").evaluate_all("all => all.map(e => e.title)")
        assert listed == [each.id for each in step.seen]
        marked = page.locator(".scene .thing.sight title").all_text_contents()
        assert {each.partition(" (")[0].partition(", in or on")[0] for each in marked} == seen
        known |= seen | {each.object.id for each in step.units}
        unseen = {each.id for each in watched.run.things if each.movable} - known
        assert page.locator(".scene .thing.unseen").count() == len(unseen)


def test_what_is_carried_moves_on_the_map(watched: Watched, page: Page) -> None:
    numbers = {each.id: number for number, each in enumerate(watched.run.things)}
    places = {each.id: each.location for each in watched.run.things}
    page.goto(watched.page.as_uri())
    first = {id: spot(page.locator(f'.scene .thing[data-number="{number}"]')) for id, number in numbers.items()}
    moved = set[str]()
    for _, step in steps(watched, page):
        for thing in step.seen:
            at = spot(page.locator(f'.scene .thing[data-number="{numbers[thing.id]}"]'))
            moved |= {thing.id} if places[thing.id] != thing.location else set()
            if thing.id not in moved:
                assert at == first[thing.id]
            else:
                others = [id for id in first if places[id] == thing.location and id not in moved]
                assert all(at == first[id] for id in others)
                if step.place.spot == thing.location.spot:
                    here = page.locator(".scene g.held .here")
                    assert at == tuple(float(here.get_attribute(each) or 0) for each in ("cx", "cy"))
    assert len(moved) >= 2
    assert page.locator(".scene .names text.moved").count() > 0


def test_the_map_of_a_run_has_things_where_they_were_seen_last(watched: Watched) -> None:
    last = {each.id: each for step in watched.run.steps for each in step.seen}
    begun, ended = (scenery_of(watched.run, is_ended=each) for each in (False, True))
    assert list(begun.things) == list(watched.run.things)
    assert [each.id for each in ended.things] == [each.id for each in begun.things]
    assert all(each == last.get(each.id, before) for each, before in zip(ended.things, begun.things, strict=True))
    assert begun.things != ended.things
    assert (ended.walked, ended.units) == (watched.run.walked, watched.run.steps[-1].units)


def test_short_term_memory_is_listed_with_ages_and_what_left(watched: Watched, page: Page) -> None:
    before, left = set[str](), 0
    for number, step in steps(watched, page):
        assert step.units == watched.held[number]
        held = [each.object.id for each in step.units]
        assert page.locator(".lists .held h2").inner_text() == f"Short-term memory: {len(held)} of {CAPACITY} units"
        rows = page.locator(".lists .held li:not(.gone):not(.none)")
        assert rows.evaluate_all("all => all.map(e => e.title)") == held
        ages = [round((step.at - each.seen_at).total_seconds()) for each in step.units]
        told = [f"{age} s ago" if 0 < age < 60 else f"{age // 60} min ago" if age else "now" for age in ages]
        assert rows.locator("i").all_inner_texts() == told
        gone = page.locator(".lists .held li.gone").evaluate_all("all => all.map(e => e.title)")
        assert set(gone) == before - set(held)
        rings = page.locator(".scene g.held .unit title").all_text_contents()
        assert [each.partition(": in short-term")[0] for each in rings] == held
        left, before = left + len(gone), set(held)
    assert left > 3


def test_what_was_recalled_for_each_task_is_hit_miss_or_in_the_scene(watched: Watched, page: Page) -> None:
    ends = list[list[tuple[str, ...]]]()
    for _, step in steps(watched, page):
        rows = page.locator(".recalled li")
        shown = [tuple(each.splitlines()) for each in rows.all_inner_texts()]
        if step.recalled:
            hit = bool(step.recalled.units)
            kind = type_words(step.recalled.mentions[0].type)
            assert [each[-1] for each in shown] == ["hit" if hit else "miss", "in the scene", "miss"]
            assert shown[0][0].startswith(kind)
            ends.append(shown)
        assert shown == ends[-1]
    assert len(ends) == 2


def test_a_unit_that_a_task_implies_is_a_hit_too() -> None:
    mug, counter = Thing("Mug|1", "Mug", Point(0, 1, 0), movable=True), Mention("counter", "CounterTop", 0.9)
    place = replace(unit(mug).object, id="CounterTop|1", type="CounterTop", movable=False)
    memory = TaskMemory("put it on the counter", NOON, [counter], [unit(mug)], [place], [])
    assert recalls(memory) == [
        (counter, (), True),
        (Mention("put it on the counter", "Mug", 0.0), (unit(mug),), False),
    ]


def test_the_slider_marks_tasks_and_what_left(watched: Watched, page: Page) -> None:
    page.goto(watched.page.as_uri())
    pairs = list(pairwise(watched.run.steps))
    wanted = sum(
        step.skill is None or bool({each.object.id for each in before.units} - {each.object.id for each in step.units})
        for before, step in pairs
    )
    assert 1 < wanted < len(pairs)
    assert page.locator(".marks i").count() == wanted


def test_a_failed_skill_is_told(page: Page, tmp_path: Path) -> None:
    house = Household(layout(Thing("Mug|1", "Mug", Point(0.5, 1, 1), movable=True)))
    recorder = Recorder(house)
    recorder.begin("Open the mug.")
    assert not recorder.do(Skill("open", "Mug|1")).ok
    page.goto(write(tmp_path / "run.html", recorder.run("A room")).as_uri())
    expect(page.locator(".told")).not_to_have_class(re.compile("failed"))
    page.keyboard.press("End")
    expect(page.locator(".told")).to_have_class(re.compile("failed"))
    assert page.locator(".told .sub").inner_text().startswith("failed")
    assert not page.locator(".lists .held").is_visible()
    assert not page.locator(".recalled").is_visible()


def hostile_run(text: str) -> SceneRun:
    thing = Thing(f"{text}|1", text, Point(0.5, 1, 1), movable=True, inside="table")
    table = Thing("table", text, Point(0.5, 0.8, 1))
    house = Household(layout(table, thing))
    recorder = Recorder(house, lambda: (unit(thing),), 3)
    recorder.begin(text)
    recorder.recalled(
        TaskMemory(text, NOON, [Mention(text, text, 1.0), Mention(text, "other", 1.0)], [unit(thing)], [], [])
    )
    recorder.do(Skill("go to", f"{text}|1"))
    recorder.do(Skill("pick", f"{text}|1"))
    return recorder.run(text, text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(browser: Browser, watched: Watched, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)  # pyright: ignore
    page.goto(f"{watched.page.as_uri()}#5")
    assert serious(page) == []
    page.close()


def test_hostile_text_is_shown_and_never_runs(page: Page, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(write(tmp_path / "run.html", hostile_run(HOSTILE.replace("\ud83d", "\ufffd"))).as_uri())
    page.keyboard.press("End")
    assert page.evaluate("window.owned") is None
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    for place in (
        "header h1",
        ".outcome",
        ".told h2",
        ".told .sub",
        ".told .text",
        ".seen li span",
        ".lists .held li span",
    ):
        assert "<script>window.owned" in (page.locator(place).first.text_content() or ""), place
    assert "SCRIPT_HASH DATA" in (page.locator("#words").text_content() or "")
    assert asked == [(tmp_path / "run.html").as_uri()]


def test_a_name_turns_no_word_of_the_page_around(page: Page, tmp_path: Path) -> None:
    page.goto(write(tmp_path / "run.html", hostile_run("a \u202e\u202eb \\u202e")).as_uri())
    page.keyboard.press("End")
    assert page.locator(".told .text").inner_text() == r"You pick a \u202e\u202eb \u202e|1 up."
    assert r"a \u202e\u202eb \u202e" in (page.locator("#words").text_content() or "")
    assert "\u202e" not in page.content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(400, 844), (844, 390), (1280, 800)])
def test_a_run_fits_any_screen(browser: Browser, tmp_path: Path, width: int, height: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # pyright: ignore
    page.goto(
        write(tmp_path / "run.html", hostile_run(f"\u05e9\u05dc\u05d5\u05dd {'x' * 300} {'y z ' * 100}")).as_uri()
    )
    page.keyboard.press("End")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator(".map svg").bounding_box()
    assert box is not None
    assert box["width"] <= width
    assert box["height"] > 0.4 * min(width, height)
    page.close()


def test_it_is_told_to_who_runs_no_script_and_to_who_sees_no_picture(
    watched: Watched, browser: Browser, page: Page
) -> None:
    page.goto(f"{watched.page.as_uri()}#2")
    expect(page.get_by_role("slider", name="Step")).to_have_attribute(
        "aria-valuetext", f"Step 2: {skill_words(watched.run.steps[2])}"
    )
    assert page.locator(".map svg").get_attribute("aria-label") == (
        f"Two tasks from above: {len(watched.run.areas)} areas, {len(watched.run.things)} objects"
    )
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(watched.page.as_uri())
    plain.locator("#words summary").click()
    told = plain.locator("#words li").all_inner_texts()
    assert [each.partition(":")[0] for each in told] == [skill_words(each) for each in watched.run.steps]
    assert plain.locator("#words svg .walk .walked").first.is_visible()
    assert sum("It no longer holds" in each for each in told) > 1
    plain.context.close()


def test_a_house_in_which_nothing_was_done_has_a_page(page: Page, tmp_path: Path) -> None:
    page.goto(write(tmp_path / "run.html", Recorder(Household(layout())).run("Empty", "nothing was done")).as_uri())
    assert page.locator(".outcome").inner_text() == "nothing was done"
    assert page.locator(".map svg > .areas .area").count() == 2
