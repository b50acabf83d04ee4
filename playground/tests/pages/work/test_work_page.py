"""The page of a run in a real browser: what it shows of a step is what the run was when its prompt was made."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from langchain_core.messages import BaseMessage
from playwright.sync_api import Browser, Page, expect
from tests.interfaces.accessibility import serious
from tests.interfaces.conftest import HOSTILE

from clew.agents.hiagent.loop import HiAgent
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.model.working import Run, Summary
from clew_playground.environments import strips
from clew_playground.environments.strips import walkthrough
from clew_playground.pages.work.pages import MODES, write
from clew_playground.pages.work.sizes import Sizes


def words(messages: Sequence[BaseMessage]) -> int:
    return sum(len(str(each.text).split()) for each in messages)


class Recorded:
    """A player with a plan of three actions a subgoal, who looks back once; it keeps what it was shown."""

    def __init__(self, actions: Sequence[str]) -> None:
        self.replies = [f"Subgoal: Part {n // 3 + 1}.\nAction: {each}" for n, each in enumerate(actions)]
        self.replies.insert(7, "retrieve(1)")
        self.shown: list[str] = []

    def reply(self, messages: Sequence[BaseMessage]) -> str:
        text = str(messages[-1].text)
        said = self.replies.pop(0)
        if not said.startswith("retrieve"):
            self.shown.append(text[text.index("Goal: ") :].partition("\n\n")[0])
        return said


@dataclass(frozen=True)
class Worked:
    """A run that was really worked on, what its player was shown before each step, and its page."""

    run: Run
    shown: list[str]
    page: Path


@pytest.fixture(scope="module")
def worked(module_memory: Memory, tmp_path_factory: pytest.TempPathFactory) -> Worked:
    game = strips.generate("blocksworld", 3, 3, observation="changes")
    player, working = Recorded(walkthrough(game)), WorkingMemory(module_memory, count_tokens=words)
    HiAgent(working, player=player).run(game)
    path = tmp_path_factory.mktemp("work") / "run.html"
    return Worked(working.run, player.shown, write(path, working.run, Sizes(words), title="blocksworld"))


def build(steps: int, text: str = "plain", *, each: int = 4) -> Run:
    """A run that goes on, of so many steps, with a new subgoal every few."""
    run = Run("r", f"Goal of {text}", f"Seen: {text}")
    for number in range(steps):
        if number % each == 0:
            run = run.with_subgoal(f"Part {text}", Summary(f"Done: {text}", met=False) if run.open else None)
        run = run.with_step(f"act {number} {text}", f"Saw {number}. {text}")
    return run


def show(page: Page, folder: Path, run: Run, sizes: Sizes | None = None, title: str = "A run") -> None:
    page.goto(write(folder / "run.html", run, sizes or Sizes(words), title=title).as_uri())


def test_each_step_shows_the_prompt_that_the_player_saw_and_its_size(worked: Worked, page: Page) -> None:
    page.goto(worked.page.as_uri())
    assert len(worked.shown) == worked.run.length > 8
    for number, (step, shown) in enumerate(zip(worked.run.steps, worked.shown, strict=True), 1):
        page.keyboard.press("ArrowRight")
        assert page.locator(".count").inner_text() == f"{number} / {worked.run.length}"
        assert page.locator(".told h2").inner_text() == f"{number}: {step.action}"
        assert page.locator(".told .text").inner_text() == step.observation
        assert page.locator(".lines div").all_text_contents() == shown.split("\n")
        opens = number > 1 and number % 3 == 1
        assert page.locator(".note").inner_text() == ("its reply opens the next subgoal" if opens else "")
        assert page.locator(".key b").nth(MODES.index("hiagent")).inner_text() == str(len(shown.split()))


def test_the_tree_closes_a_subgoal_with_its_summary_and_marks_what_is_seen_again(worked: Worked, page: Page) -> None:
    page.goto(worked.page.as_uri())
    assert page.locator(".tree > li").count() == 0
    steps = worked.run.steps
    for number in range(1, len(steps) + 1):
        page.keyboard.press("ArrowRight")
        part = (number - 1) // 3
        closed = page.locator(".tree > .closed").all_inner_texts()
        assert [" ".join(each.split()).removeprefix("retrieved ") for each in closed] == [
            f"\u25b8 {n}. Part {n}: {' '.join(steps[3 * n - 1].observation.split())}" for n in range(1, part + 1)
        ]
        sign, counted = ("\u25b8", "closed") if number == len(steps) else ("\u25be", "closed, 1 open")
        assert page.locator(".tree > .open > b").inner_text() == f"{sign} {part + 1}. Part {part + 1}."
        assert page.locator(".counted").inner_text() == f"{part + (number == len(steps))} {counted}"
        own = page.locator(".tree .open li button > span").all_inner_texts()
        assert own == [each.action for each in steps[3 * part : number]]
        assert page.locator(".tree .now").count() == 1
        assert page.locator(".again").count() == (number in (8, 9))


def test_a_step_and_a_closed_subgoal_lead_to_their_step(worked: Worked, page: Page) -> None:
    page.goto(f"{worked.page.as_uri()}#6")
    page.locator(".tree .open li button").first.click()
    expect(page.locator(".count")).to_have_text(f"4 / {worked.run.length}")
    page.locator(".tree .closed button").first.click()
    expect(page.locator(".count")).to_have_text(f"1 / {worked.run.length}")
    expect(page.locator(".note")).to_be_empty()


def test_the_plot_has_a_curve_a_name_and_a_point_for_each_mode(worked: Worked, page: Page) -> None:
    page.goto(f"{worked.page.as_uri()}#5")
    assert page.locator(".plot .curve").count() == len(MODES)
    assert set(page.locator(".plot .name").all_text_contents()) == set(MODES)
    for mode in MODES:
        path = page.locator(f".plot .curve.{mode}").get_attribute("d") or ""
        points = [tuple(map(float, each.split())) for each in re.findall(r"[\d.]+ [\d.]+", path)]
        assert len(points) == worked.run.length
        x, y = points[4]
        mark = page.locator(f".plot .mark.{mode}")
        assert float(mark.get_attribute("cx") or 0) == pytest.approx(x, abs=0.06)
        assert float(mark.get_attribute("cy") or 0) == pytest.approx(y, abs=0.06)
    assert {"step", "tokens"} <= set(page.locator(".plot text").all_text_contents())
    style = "all => all.map(e => getComputedStyle(e).strokeDasharray + ' ' + getComputedStyle(e).strokeWidth)"
    assert len(set(page.locator(".plot .curve").evaluate_all(style))) == len(MODES)  # told apart without colour
    box = page.locator(".plot").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 56, box["y"] + box["height"] / 2)
    expect(page.locator(".count")).to_have_text(f"1 / {worked.run.length}")


def test_curves_are_as_high_as_their_tokens(page: Page, tmp_path: Path) -> None:
    run = build(8)
    show(page, tmp_path, run)
    axis = float(page.locator(".plot .axis").first.get_attribute("y1") or 0)
    prompts = list(Sizes(words).prompts(run))
    heights: list[float] = []
    for mode in MODES:
        path = page.locator(f".plot .curve.{mode}").get_attribute("d") or ""
        heights += [axis - float(each.split()[1]) for each in re.findall(r"[\d.]+ [\d.]+", path)]
    tokens = [each.tokens[mode] for mode in MODES for each in prompts]
    unit = heights[0] / tokens[0]
    assert heights == pytest.approx([each * unit for each in tokens], abs=1)


def test_the_prompt_is_shown_in_each_mode(page: Page, tmp_path: Path) -> None:
    run = build(9)
    show(page, tmp_path, run)
    page.keyboard.press("End")
    sizes = Sizes(words)
    before = sizes.last(run).before
    for mode in MODES:
        page.locator(".prompt select").select_option(mode)
        assert page.locator(".lines div").all_text_contents() == sizes.text(before, mode).split("\n")


def test_the_budget_is_drawn(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, build(12), Sizes(words, budget=45))
    assert "budget 45" in page.locator(".plot .name").all_text_contents()
    limit = float(page.locator(".plot .limit").get_attribute("y1") or 0)
    page.keyboard.press("End")
    assert float(page.locator(".plot .mark.hiagent").get_attribute("cy") or 0) >= limit
    assert "[\u2026]" in page.locator(".lines").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(browser: Browser, worked: Worked, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)  # pyright: ignore
    page.goto(f"{worked.page.as_uri()}#5")
    assert serious(page) == []
    page.close()


def test_hostile_text_is_shown_and_never_runs(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, build(6, HOSTILE), title=HOSTILE)
    page.keyboard.press("End")
    assert page.evaluate("window.owned") is None
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    for place in ("header h1", ".goal", ".told h2", ".told .text", ".tree .closed", ".tree .open", ".lines", "#words"):
        assert "</script><script>window.owned = 1" in (page.locator(place).first.text_content() or "")
        assert "SCRIPT_HASH DATA" in (page.locator(place).first.text_content() or "")


def test_nothing_is_loaded_from_elsewhere(page: Page, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    show(page, tmp_path, build(3))
    assert asked == [(tmp_path / "run.html").as_uri()]


def test_a_run_before_its_first_step_has_a_page(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, Run("r", "Begin."))
    assert page.locator(".goal").inner_text() == "Begin."
    assert page.locator(".count").inner_text() == "0 / 0"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(400, 844), (844, 390), (1280, 800)])
def test_a_long_run_fits_any_screen(browser: Browser, tmp_path: Path, width: int, height: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # pyright: ignore
    show(page, tmp_path, build(40, f"\u05e9\u05dc\u05d5\u05dd {'x' * 300} {'y z ' * 200}"), title="t" * 300)
    page.keyboard.press("End")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    edges = page.locator(".plot text").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert max(edges) < page.locator(".plot").evaluate("each => each.getBoundingClientRect().right")
    assert page.locator(".tree .now").is_visible()
    page.close()


def test_five_hundred_steps_stay_small_and_quick(page: Page, tmp_path: Path) -> None:
    run = build(500)
    show(page, tmp_path, run)
    standard = sum(len(Sizes(words).text(run, "standard")) for _ in range(500)) / 2
    assert (tmp_path / "run.html").stat().st_size < standard / 10
    page.keyboard.press("End")
    expect(page.locator(".count")).to_have_text("500 / 500")
    assert page.locator(".tree > .closed").count() == 124
    assert page.locator(".lines div").first.inner_text() == "Goal: Goal of plain"


def test_it_is_told_to_who_does_not_see_it(worked: Worked, page: Page) -> None:
    page.goto(f"{worked.page.as_uri()}#2")
    tokens = ", ".join(f"{mode} {Sizes(words).last(worked.run).tokens[mode]}" for mode in MODES)
    expect(page.locator(".plot svg")).to_have_attribute("aria-label", re.compile(re.escape(tokens)))
    expect(page.get_by_role("slider", name="Step")).to_have_attribute(
        "aria-valuetext", f"Step 2: {worked.run.steps[1].action}"
    )
    assert page.locator(".told").get_attribute("aria-live") == "polite"
    page.locator("#words summary").click()
    told = page.locator("#words li").all_inner_texts()
    assert [each.partition(":")[0] for each in told] == [step.action for step in worked.run.steps]
