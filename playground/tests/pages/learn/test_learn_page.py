"""The page of learnings in a real browser: what each version has, what became of each learning, and who taught it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect
from tests.interfaces.accessibility import serious
from tests.interfaces.conftest import HOSTILE

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.interfaces.pages.lineage import columns, threads
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import LearningSet, StoredLearning, Teaching, TrialRecord
from clew_playground.pages.learn.pages import write

KEY = "take the key SHOULD BE NECESSARY to open the box."
DOUBT = "sing MAY CONTRIBUTE to open the box."
VAIN = "sing DOES NOT CONTRIBUTE to open the box."
LAMP = "Bring a lamp."
SETS = ([KEY, DOUBT], [KEY, VAIN, LAMP], [LAMP])
"""After three trials: the second keeps one, changes one and adds one; the third drops two."""


BAD = HOSTILE.replace("\ud83d", "")  # what can be stored of it


@pytest.fixture(scope="module")
def learnings(module_memory: Memory) -> Learnings:
    door = Learnings(module_memory)
    for task, place, outcome, sets in (("open", "house", "done", SETS), ("bad", "ship", BAD, ([BAD],) * 3)):
        door.task(task)
        door.environment(place)
        for score, lines in zip((-100.0, 20.0, 100.0), sets, strict=True):
            trial = door.begin(task, place)
            trial.step("take the key", "You have it.", score=score)
            trial.end(score, outcome)
            trial.learn(lines)
        door.begin(task, place).step("look", "Nothing.")
    return door


def shown(page: Page, folder: Path, door: Learnings, task: str = "open", place: str = "house", at: str = "") -> None:
    path = write(folder / "page.html", door, task, place, title=HOSTILE, words=HOSTILE)
    page.goto(f"{path.as_uri()}{at}")


def changes(page: Page) -> dict[str, list[str]]:
    heads = page.locator(".changes h3").all_inner_texts()
    lists = page.locator(".changes ol").all()
    return {head: one.locator("span").all_inner_texts() for head, one in zip(heads, lists, strict=True)}


def test_each_version_shows_what_is_new_changed_and_dropped(learnings: Learnings, page: Page, tmp_path: Path) -> None:
    shown(page, tmp_path, learnings, at="#1")
    expect(page.locator(".told h2")).to_have_text("After trial 0: -100 points")
    assert changes(page) == {"Learned (2)": [KEY, DOUBT]}
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told .sub")).to_have_text("1 step, over; 3 learnings: 1 kept, 1 changed, 1 new")
    assert changes(page) == {"New (1)": [LAMP], "Changed (1)": [VAIN]}
    page.keyboard.press("ArrowRight")
    assert changes(page) == {"Dropped (2)": [KEY, VAIN]}
    assert page.locator(".row").count() == 3
    assert page.locator(".row .cross").count() == page.locator(".row.gone").count() == 2
    assert page.locator(".row .dot.may").count() == 1
    expect(page.locator(".outcome")).to_have_text("points by trial: -100, 20, 100")


def test_a_learning_leads_to_its_versions_and_to_what_taught_it(
    learnings: Learnings, page: Page, tmp_path: Path
) -> None:
    shown(page, tmp_path, learnings)
    page.locator(".row").nth(1).click()
    assert page.locator(".versions").locator("li").all_inner_texts() == [f"trial 0: {DOUBT}", f"trial 1: {VAIN}"]
    expect(page.locator(".taught")).to_contain_text("trial 1 (20 points)")
    page.locator(".changes button").first.click()
    expect(page.locator(".origin h2")).to_have_text(KEY)
    expect(page.locator(".origin pre").first).to_contain_text("> take the key")
    page.locator(".scores g").first.click()
    expect(page.locator(".count")).to_have_text("1 / 3")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nobody_is_kept_out(learnings: Learnings, page: Page, tmp_path: Path, scheme: Any, width: int) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    for task, place in (("open", "house"), ("bad", "ship")):
        shown(page, tmp_path, learnings, task, place)
        page.locator(".row").last.click()
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_texts_stay_texts(learnings: Learnings, page: Page, tmp_path: Path) -> None:
    shown(page, tmp_path, learnings, "bad", "ship")
    assert page.evaluate("window.owned") is None
    assert page.locator(".changes img, .origin img, #words img").count() == 0
    assert "<img" in (page.locator(".row .text").first.text_content() or "")


def test_a_summary_after_a_trial_is_not_what_the_first_began_with(page: Page, tmp_path: Path) -> None:
    door = Door([20.0])
    door.versions()[:] = [a_set(1, ("m", LAMP, ())), *door.versions(), a_set(2, ("n", LAMP, ()))]
    path = write(tmp_path / "page.html", cast("Learnings", door), "open", "house", title="open", words="Open it.")
    page.goto(f"{path.as_uri()}#1")
    for heading in ("What the first trial begins with", "After trial 0: 20 points", "Learned from other episodes"):
        expect(page.locator(".told h2")).to_have_text(heading)
        page.keyboard.press("ArrowRight")
    assert re.findall("<h3>(.*?)</h3>", path.read_text("utf-8")) == [
        "begins with",
        "trial 0: 20 points",
        "from other episodes",
    ]


def test_where_nothing_was_learned_the_page_says_so(learnings: Learnings, page: Page, tmp_path: Path) -> None:
    learnings.environment("moon")
    shown(page, tmp_path, learnings, "open", "moon")
    expect(page.locator(".outcome")).to_have_text("no trial has ended")
    expect(page.locator(".origin")).to_have_text("Nothing was learned.")


class Door:
    """Of a task with many trials, each of which taught the same."""

    def __init__(self, scores: Sequence[float]) -> None:
        numbers = range(len(scores))
        self._trials = [TrialRecord(f"t{number}", number, 3, scores[number]) for number in numbers]
        taught = ((f"l{number}", KEY, (f"l{number - 1}",)) for number in numbers)
        self._versions = [a_set(number, each, trial=f"t{number}") for number, each in enumerate(taught)]

    def trials(self, *_: str) -> list[TrialRecord]:
        return self._trials

    def versions(self, *_: str) -> list[LearningSet]:
        return self._versions

    def why(self, _: str) -> list[Teaching]:
        return [Teaching("t0", 0, "open", "house", 100 / 3, ())]


def test_what_is_new_ends_inside_a_narrow_screen(page: Page, tmp_path: Path) -> None:
    door = Door([20.0])
    door.versions()[:] = [a_set(0, ("m", KEY, ()))]
    page.set_viewport_size({"width": 390, "height": 700})
    path = write(tmp_path / "page.html", cast("Learnings", door), "open", "house", title="open", words="Open it.")
    page.goto(f"{path.as_uri()}#1")
    text = page.locator(".row.new .text").bounding_box()
    assert text is not None
    assert 300 < text["x"] + text["width"] <= 390


@pytest.mark.parametrize("trials", [1, 12, 40, 120])
def test_texts_and_scores_are_legible_however_many_trials_there_are(trials: int, page: Page, tmp_path: Path) -> None:
    door = Door([100 / 3 * (number % 4) for number in range(trials)])
    path = write(tmp_path / "page.html", cast("Learnings", door), "open", "house", title="open", words="Open it.")
    page.goto(f"{path.as_uri()}#1")
    pane, text = (page.locator(each).bounding_box() for each in (".strand-rows", ".row .text"))
    assert pane is not None
    assert text is not None
    assert text["x"] + text["width"] <= pane["x"] + pane["width"]
    assert text["width"] > pane["width"] / 3
    boxes = [each.bounding_box() for each in page.locator(".scores text").all()]
    edges = sorted((each["y"] // 30, each["x"], each["x"] + each["width"]) for each in boxes if each)
    assert all(one[0] != other[0] or one[2] <= other[1] for one, other in pairwise(edges))
    page.keyboard.press("ArrowRight")
    if trials > 1:
        expect(page.locator(".told h2")).to_have_text("After trial 1: 33.3333 points")
    page.locator(".row").first.click()
    expect(page.locator(".taught")).to_contain_text("trial 0 (33.3333 points)")


def a_set(number: int, *learnings: tuple[str, str, tuple[str, ...]], trial: str = "") -> LearningSet:
    stored = tuple(
        StoredLearning(id, place, parse(text), "t", "e", f"s{number}", continues=continues)
        for place, (id, text, continues) in enumerate(learnings, 1)
    )
    return LearningSet(f"s{number}", number, "t", "e", stored, trial, valid_from=datetime.now(UTC))


def test_a_thread_goes_on_in_the_same_words_first_and_names_what_joins_it() -> None:
    one = a_set(1, ("a", KEY, ()), ("b", LAMP, ()))
    two = a_set(2, ("c", "Bring two lamps.", ("b",)), ("d", LAMP, ("b", "a")))
    first, second, third = threads([(0, one), (3, two)])
    assert [node.id for _, node in first.nodes] == ["a"]
    assert [(column, node.id) for column, node in second.nodes] == [(0, "b"), (3, "d")]
    assert (second.joins, third.joins) == ([(3, 0, 0)], [(3, 1, 0)])
    assert [node.id for _, node in third.nodes] == ["c"]


def test_columns_are_sets_and_ended_trials_in_their_order() -> None:
    trials = [
        TrialRecord(name, number, 1, score)
        for number, (name, score) in enumerate((("x", 1.0), ("y", None), ("z", 2.0)))
    ]
    found = columns(trials, [a_set(1), a_set(2, trial="z")])
    assert [(each.trial and each.trial.name, each.written and each.written.number) for each in found] == [
        (None, 1),
        ("x", None),
        ("z", 2),
    ]
    assert [each.trial for each in columns(trials, [])] == [trials[0], trials[2]]


def test_no_trial_is_lost_whatever_the_order_of_the_sets() -> None:
    trials = [TrialRecord(name, number, 1, 1.0) for number, name in enumerate("abcd")]
    found = columns(trials, [a_set(1, trial="c"), a_set(2, trial="gone"), a_set(3, trial="a")])
    assert [(each.trial and each.trial.name, each.written and each.written.number) for each in found] == [
        ("b", None),
        ("c", 1),
        (None, 2),
        ("a", 3),
        ("d", None),
    ]
