"""The pages in a real browser: what a person reads, asks and follows."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.interfaces.conftest import HOSTILE
from tests.interfaces.view.conftest import Served, listening

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.interfaces.mcp import tokens
from clew.interfaces.view.application import Application
from clew.model import Fact, Filter, Turn
from clew.model.scene import Layout, Point, Thing

ASKED = "What does Ann drink in the morning?"
MARKUP = HOSTILE.replace("\ud83d", "").replace("\x00", "")


def search(tab: Page, question: str = ASKED) -> None:
    tab.get_by_role("searchbox").fill(question)
    tab.keyboard.press("Enter")
    tab.get_by_role("tab").first.wait_for()


def test_a_question_is_asked_and_each_result_says_why(tab: Page, served: Served, story: Memory) -> None:
    tab.goto(served.at(story.space.name, "search"))
    search(tab)
    found = story.recall(ASKED, words=1000)
    first = tab.locator(".hit").first
    expect(first).to_contain_text(found.hits[0].text)
    first.get_by_role("button", name="Why").click()
    for name, part in (("vector", found.hits[0].parts.vector), ("pagerank", found.hits[0].parts.pagerank)):
        expect(first.get_by_role("row", name=name)).to_contain_text(f"{part:.2f}")
    expect(tab.get_by_role("meter")).to_have_attribute("value", f"{found.confidence:.17g}")
    tab.get_by_role("tab", name="Packed text").click()
    expect(tab.locator("pre")).to_have_text(found.text)
    tab.get_by_role("tab", name="Graph").click()
    expect(tab.locator(".node .mark")).to_have_count(min(20, len(found.hits)))
    tab.get_by_role("button", name=re.compile("^concept: breakfast")).click()
    expect(tab.locator("aside")).to_contain_text("breakfast")
    tab.reload()
    expect(tab.get_by_role("searchbox")).to_have_value(ASKED)
    expect(tab.locator(".hit").first).to_contain_text(found.hits[0].text)


def test_as_of_a_day_what_held_then_comes_first(tab: Page, served: Served, story: Memory) -> None:
    tab.goto(served.at(story.space.name, "search"))
    search(tab)
    expect(tab.locator(".hit", has_text="I drink coffee").first).to_contain_text("replaced")
    slider = tab.get_by_role("slider")
    slider.fill(str(19_490))  # 13 May 2023, in days
    expect(tab.locator(".hit").first).to_contain_text("I drink coffee")
    expect(tab.locator(".hit", has_text="tea")).to_have_count(0)
    expect(tab.get_by_text("13 May 2023")).to_be_visible()
    tab.get_by_role("button", name="now", exact=True).click()
    expect(tab.locator(".hit", has_text="tea").first).to_be_visible()


@pytest.mark.slow
def test_a_session_shows_what_rests_on_its_turns(tab: Page, served: Served, story: Memory) -> None:
    tab.goto(served.at(story.space.name))
    tab.get_by_role("link", name="Sessions", exact=True).click()
    tab.get_by_role("link", name=re.compile("^monday")).click()
    turn = tab.locator(".turn").first
    expect(turn).to_contain_text("I work as a nurse in Lisbon")
    expect(turn.locator(".statement.holds")).to_contain_text("Ann works as a nurse in Lisbon.")
    expect(turn.locator(".statement.replaced s")).to_have_text("Ann drinks coffee in the morning.")
    turn.get_by_role("link", name="Ann drinks coffee").click()
    expect(tab.get_by_role("heading", name="Versions")).to_be_visible()
    expect(tab.locator(".statement.holds").first).to_contain_text("Ann drinks tea in the morning.")
    tab.go_back()
    expect(tab.locator(".turn").first).to_be_visible()


def test_a_person_is_shown_with_what_held_when(tab: Page, served: Served, story: Memory) -> None:
    tab.goto(served.at(story.space.name, "people"))
    tab.get_by_role("link", name=re.compile("^Ann")).click()
    expect(tab.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    now = tab.locator("section", has=tab.get_by_role("heading", name="Facts now"))
    expect(now).to_contain_text("Ann drinks tea in the morning.")
    expect(now).not_to_contain_text("coffee")
    expect(tab.locator(".timeline li.replaced s")).to_have_text("Ann drinks coffee in the morning.")


@pytest.fixture
def hostile(memory: Memory, open_memory: Callable[..., Memory]) -> Memory:
    """A space in which every text that somebody else may choose is markup."""
    memory = open_memory(f"<img src=x onerror=owned=1> {memory.space.name}")
    name = MARKUP[:150]
    turns = [Turn(MARKUP, name, caption=MARKUP) for _ in range(2)]
    memory.remember(turns, session=name)
    memory.read(MARKUP, title=name)
    (first, *_) = memory.turns(name)
    memory.remember_facts([Fact(MARKUP, (first.id,), concepts=("<b>bold</b>",))])
    _act(memory)
    return memory


def _act(memory: Memory) -> None:
    """Leave what agents leave, in a world, a run, a building and learnings, all of it markup."""
    World(memory, "hunt").observe(f"-= <b>Hall</b> =-\nYou see a <i>chest</i>. {MARKUP}", action=MARKUP)
    working = WorkingMemory(memory)
    working.begin(MARKUP, observation=MARKUP)
    working.subgoal(MARKUP)
    working.step(MARKUP, MARKUP)
    working.end(MARKUP)
    shelf = Thing(MARKUP, MARKUP[:100], Point(0.0, 0.7, 0.0))
    Scene(memory).load(Layout("<b>den</b>", tuple((0.25 * x, 0.0) for x in range(8)), (shelf,)))
    learnings = Learnings(memory)
    learnings.task("<b>light</b>", MARKUP)
    learnings.environment("<b>house</b>", MARKUP)
    trial = learnings.begin("<b>light</b>", "<b>house</b>")
    trial.step(MARKUP, MARKUP, score=1, rationale=MARKUP)
    trial.end(1, MARKUP)
    trial.learn([MARKUP])


def test_markup_in_memory_is_text(tab: Page, served: Served, hostile: Memory) -> None:
    space = hostile.space.name
    session = next(each for each in hostile.sessions() if each.turns == 2)
    (turn, *_) = hostile.turns(session.name)
    fact = next(iter(hostile.facts()))
    concept = next(link.id for link in hostile.get(fact.id).links if link.kind == "Concept")
    pages = [[], ["sessions"], ["sessions", session.name], ["memory", turn.id], ["memory", fact.id], ["people"]]
    pages += [
        ["documents"],
        ["graph", fact.id],
        ["live"],
        ["consolidation"],
        ["world"],
        ["scene"],
        ["runs"],
        ["learnings"],
    ]
    for place in [*pages, ["people", f"@{turn.speaker}"], ["people", concept], ["nothing"], ["search"]]:
        tab.goto(served.at(space, *place))
        tab.locator("h1").first.wait_for()
        tab.wait_for_load_state("networkidle")
    search(tab, MARKUP)
    for name in ("Graph", "Packed text", "Cypher", "Results"):
        tab.get_by_role("tab", name=name).click()
    expect(tab.locator(".hit").first).to_contain_text("onerror='window.owned = 2'")
    assert tab.evaluate("window.owned") is None
    assert tab.locator("main img, main b:has(script), main script").count() == 0


@pytest.mark.slow
def test_of_a_long_session_what_is_near_the_window_is_in_the_page(tab: Page, served: Served, memory: Memory) -> None:
    memory.remember(
        [Turn(f"Turn {number}. {'More. ' * (number % 40)}", "Ann") for number in range(900)], session="long"
    )
    memory.forget(ids=[f"episode:long/{number}" for number in range(400, 460)])
    tab.goto(served.at(memory.space.name, "sessions", "long"))
    expect(tab.locator("#turn-0")).to_be_visible()
    seen, most = set[int](), 0
    for _ in range(400):
        found = tab.locator(".turn").evaluate_all("all => all.map(each => Number(each.id.slice(5)))")
        most = max(most, len(found))
        seen |= set(found)
        if 899 in found:
            break
        tab.mouse.wheel(0, 1500)
        tab.wait_for_timeout(50)
        expect(tab.locator("[data-portion].coming")).to_have_count(0)
    assert seen == {*range(400), *range(460, 900)}
    assert most <= 100
    tab.get_by_label("Go to turn").fill("700")
    tab.get_by_role("button", name="Open").click()
    expect(tab.locator("#turn-700")).to_be_in_viewport()
    tab.locator("#turn-700").get_by_role("link", name="turn 700").click()
    expect(tab.locator(".text.big")).to_contain_text("Turn 700.")
    tab.go_back()
    expect(tab.locator("#turn-700")).to_be_in_viewport()
    tab.reload()
    expect(tab.locator("#turn-700")).to_be_in_viewport()


def test_who_waits_for_long_may_give_up(tab: Page, served: Served, story: Memory) -> None:
    tab.route("**/api/runs", lambda _: None)  # never answered
    tab.clock.install()
    tab.goto(served.at(story.space.name, "runs"))
    expect(tab.get_by_role("heading", name="Runs")).to_be_visible()
    tab.clock.fast_forward(11_000)
    expect(tab.get_by_text("Still waiting")).to_be_visible()
    tab.get_by_role("button", name="Give up").click()
    expect(tab.get_by_role("alert")).to_contain_text("You gave up waiting")
    tab.unroute("**/api/runs")
    tab.get_by_role("button", name="Try again").click()
    expect(tab.get_by_role("heading", name="Bring the lamp to the hall.")).to_be_visible()


@pytest.mark.slow
def test_a_page_whose_server_stopped_says_so_and_goes_on_when_it_is_back(
    make_view: Callable[..., Application], context: BrowserContext, story: Memory
) -> None:
    served = listening(make_view())
    page = context.new_page()
    page.goto(served.invitation())
    page.goto(served.at(story.space.name, "search"))
    page.get_by_role("searchbox").wait_for()
    served.stop()
    page.get_by_role("searchbox").fill("tea")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    again = listening(served.view, served.port)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".hit").first).to_be_visible()
    page.close()
    again.stop()


def test_who_has_no_key_is_told_how_to_get_one(served: Served, page: Page) -> None:
    page.goto(served.url)
    expect(page.get_by_role("heading")).to_have_text("You are not known here")
    expect(page.get_by_text("Run it again for a new one.")).to_be_visible()


@pytest.mark.slow
def test_two_questions_stand_side_by_side_and_filters_narrow_one(tab: Page, served: Served, story: Memory) -> None:
    tab.goto(served.at(story.space.name, "search"))
    search(tab)
    tab.get_by_role("checkbox", name="Compare two questions").check()
    one, other = (tab.get_by_role("region", name=f"Question {number}") for number in (1, 2))
    other.get_by_text("Filters").click()
    other.get_by_role("checkbox", name="fact").check()
    other.get_by_role("combobox", name="Speaker").select_option("Ann")
    other.get_by_role("searchbox").fill("tea")
    other.get_by_role("searchbox").press("Enter")
    facts = story.recall("tea", Filter(["fact"], speaker="Ann"), words=1000)
    expect(other.get_by_role("tab", name="Results")).to_have_text(f"Results {len(facts.hits)}")
    expect(other.locator(".hit .kind", has_text="fact")).to_have_count(len(facts.hits))
    expect(one.get_by_role("searchbox")).to_have_value(ASKED)
    expect(one.locator(".hit").first).to_contain_text("I drink tea")
    tab.reload()
    expect(other.get_by_role("searchbox")).to_have_value("tea")
    expect(other.get_by_role("tab", name="Results")).to_have_text(f"Results {len(facts.hits)}")


@pytest.mark.slow
def test_a_token_lets_somebody_in_and_leaving_ends_it(
    make_view: Callable[..., Application], browser: Browser, memory: Memory, tmp_path: Path
) -> None:
    memory.add("I live in Lisbon.", session="monday", speaker="Ann")
    token = tokens.add(tmp_path / "tokens.json", "laptop", [memory.space.name])
    served = listening(make_view(tmp_path / "tokens.json"))
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(served.url)
    page.get_by_label("Token").fill("clew_wrong")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_contain_text("unknown")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("heading", name=memory.space.name)).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_label("Token")).to_be_visible()
    context.close()
    served.stop()
