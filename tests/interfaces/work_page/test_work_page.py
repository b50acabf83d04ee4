"""The page of a run in a real browser: the tree as it stood at each step, and the sizes of its prompts."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.interfaces.conftest import HOSTILE

from clew.retrieval.working.sizes import sizes
from clew.work_page.page import MODES, outcome, render, write
from clew.working_model import Run, Summary


def words(messages: object) -> int:
    return len(str(messages).split())


def sorting(steps: int = 9, said: str = "") -> Run:
    """Three steps for each shelf; the third shelf looks at the first one's steps again."""
    run = Run("parcels", f"Sort the parcels.{said}", "Parcels lie about.")
    for number in range(steps):
        if number % 3 == 0:
            summary = Summary(f"shelf {number // 3 - 1} is full{said}", met=number < 6) if run.open else None
            run = run.with_subgoal(f"fill shelf {number // 3}{said}", summary)
        if number == 7:
            run = run.with_retrieved([1])
        run = run.with_step(f"put parcel {number}{said}", f"parcel {number} lies there{said}")
    return run


def show(page: Page, folder: Path, run: Run, step: int = 0) -> None:
    page.goto(f"{write(folder / 'run.html', run, sizes(run, words), title='A run').as_uri()}#{step}")


def test_closed_subgoals_are_a_line_and_the_open_one_is_whole(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, sorting(), 4)
    items = page.locator("#tree .subgoal")
    expect(items).to_have_count(2)
    expect(items.nth(0)).to_contain_text("1. fill shelf 0")
    expect(items.nth(0)).to_contain_text("shelf 0 is full")
    expect(items.nth(0).locator(".step")).to_have_count(0)
    expect(items.nth(0).locator(".tag")).to_have_text("met")
    expect(items.nth(1).locator(".step")).to_have_count(2)
    expect(page.locator("[aria-current=step]")).to_contain_text("4: put parcel 4")
    expect(page.locator("#told .text")).to_have_text("parcel 4 lies there")


def test_what_was_retrieved_is_whole_again(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, sorting(), 8)
    items = page.locator("#tree .subgoal")
    expect(items.nth(0).locator(".step")).to_have_count(3)
    expect(items.nth(0).locator(".tag.seen")).to_have_text("retrieved")
    expect(items.nth(1).locator(".step")).to_have_count(0)
    expect(items.nth(1).locator(".tag")).to_have_text("not met")


def test_a_mode_shows_what_its_prompt_shows(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, sorting(8), 4)
    for mode, shown in (("standard", 5), ("hiagent", 2), ("decomposed", 5)):
        page.get_by_role("radio", name=mode).check()
        expect(page.locator("#tree .step")).to_have_count(shown)


def test_sizes_and_lines_are_those_of_the_steps(page: Page, tmp_path: Path) -> None:
    run = sorting()
    show(page, tmp_path, run, 5)
    wanted = sizes(run, words)
    told = ", ".join(f"{mode} {wanted[5][mode]}" for mode in MODES)
    expect(page.locator("#size")).to_have_text(f"{told} tokens")
    for mode in MODES:
        points = page.locator(f"polyline.{mode}").get_attribute("points") or ""
        heights = [-float(point.split(",")[1]) for point in points.split()]
        tokens = [each[mode] for each in wanted]
        assert len(heights) == 9
        assert sorted(range(9), key=lambda at: (tokens[at], at)) == sorted(range(9), key=lambda at: (heights[at], at))
        expect(page.locator(f"text.end.{mode}")).to_have_text(mode)


def test_one_can_step_through_it(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, sorting())
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text("1 / 8")
    page.get_by_label("Last step").click()
    expect(page.locator("#told h2")).to_have_text("8: put parcel 8")
    page.locator(".step").first.click()
    expect(page.locator("#count")).to_have_text("0 / 8")
    box = page.locator("#lines").bounding_box()
    assert box
    page.mouse.click(box["x"] + 52 + (box["width"] - 52 - 104) / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#count")).to_have_text("4 / 8")


def test_texts_of_any_kind_do_no_harm(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, sorting(said=HOSTILE), 8)
    expect(page.locator("#told h2")).to_contain_text("</script>")
    assert page.evaluate("window.owned") is None
    assert page.locator("img").count() == 0


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_long_run_fits_the_screen(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    show(page, tmp_path, sorting(300, said=" long" * 60), 150)
    expect(page.locator("#count")).to_have_text("150 / 299")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect(page.locator("[aria-current=step]")).to_be_visible()
    page.close()


def test_a_run_without_steps_says_so(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, Run("r", "goal"))
    expect(page.locator("#outcome")).to_have_text("Goes on after 0 steps.")
    assert outcome(Run("r", "goal").with_outcome("", met=True)) == "The goal was reached."


def test_it_can_be_read_without_a_script() -> None:
    run = sorting(said=" <b>")
    text = render(run, sizes(run, words), title="A run")
    assert "<h3>1. fill shelf 0 &lt;b&gt; (shelf 0 is full &lt;b&gt;)</h3>" in text
    assert json.loads(text.partition('id="data">')[2].partition("</script>")[0])["goal"] == run.goal
