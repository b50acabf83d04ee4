"""Every page of the application: with the keyboard, for a screen reader, at every width, light and dark."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.interfaces.accessibility import serious
from tests.interfaces.view.conftest import Served, listening

from clew.api.memory import Memory
from clew.api.world import World
from clew.interfaces.view.application import Application
from clew.loaders.conversation import demo
from clew.model import Fact, Turn

ROOT = Path(__file__).parents[3]
PLACES = [
    [], ["search"], ["sessions"], ["sessions", "monday"], ["people"], ["people", "entity:ann"], ["people", "@Ann"],
    ["memory", "episode:monday/0"], ["graph"], ["graph", "entity:ann"], ["live"], ["consolidation"],
    ["documents"], ["world"], ["scene"], ["runs"], ["learnings"],
]  # fmt: skip
WIDTHS = (360, 820, 1400, 2560)
LOOKS = (
    "red",
    "blue",
    "green",
    "grey",
    "white",
    "black",
    "brown",
    "pink",
    "old",
    "new",
    "tall",
    "small",
    "wide",
    "thin",
)
THINGS = ("box", "lamp", "chair", "table", "book", "cup", "plate", "fork", "spoon", "knife", "pan", "pot", "key",
          "coin", "ring", "rope", "stick", "stone", "shell", "brush", "comb", "towel", "sheet", "pillow")  # fmt: skip


def opened(tab: Page, served: Served, space: str, place: list[str]) -> None:
    """Open a page and wait until all of it is there."""
    tab.goto("about:blank")
    tab.goto(served.at(space, *place))
    tab.locator("main h1").first.wait_for()
    if place == ["search"]:
        tab.get_by_role("searchbox").fill("What does Ann drink in the morning?")
        tab.keyboard.press("Enter")
        tab.get_by_role("tab").first.wait_for()
    expect(tab.locator(".loading")).to_have_count(0)


def go_to(tab: Page, is_there: str) -> None:
    """Press the tab key until the focus is there."""
    for _ in range(60):
        if tab.evaluate(is_there):
            return
        tab.keyboard.press("Tab")
    pytest.fail(f"not reached: {is_there}")


def named(place: list[str]) -> str:
    return "-".join(place) or "overview"


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1400])
def test_nobody_is_kept_out(tab: Page, served: Served, story: Memory, scheme: Any, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 900})
    tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = dict[str, list[str]]()
    for place in PLACES:
        opened(tab, served, story.space.name, place)
        if faults := serious(tab):
            found[named(place)] = faults
    assert found == {}


@pytest.mark.slow
def test_no_page_is_wider_than_its_window(tab: Page, served: Served, story: Memory) -> None:
    wider = list[str]()
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 900})
        for place in PLACES:
            opened(tab, served, story.space.name, place)
            if tab.evaluate("document.documentElement.scrollWidth") > width:
                wider.append(f"{named(place)} at {width}")
    assert wider == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1400])
def test_no_dialog_keeps_anybody_out(
    tab: Page, served: Served, told: Memory, tmp_path: Path, scheme: Any, width: int
) -> None:
    """With CLEW_WRITE_PAGES the pictures of the dialogs in docs/view.md are made anew."""
    folder = ROOT / "docs" / "view" if os.environ.get("CLEW_WRITE_PAGES") else tmp_path
    tab.set_viewport_size({"width": width, "height": 900})
    tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    dialog = tab.get_by_role("dialog")
    opened(tab, served, told.space.name, ["memory", "episode:monday/0"])
    for button, there in (("Forget", "for good"), ("Correct", "Correct")):
        tab.get_by_role("button", name=f"{button} …").click()
        expect(dialog.get_by_role("button", name=re.compile(there))).to_be_visible()
        assert serious(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")
        if (scheme, width) in (("light", 1400), ("dark", 390)):
            dialog.screenshot(path=folder / f"{button.lower()}-{width}.jpg", type="jpeg", quality=80)
        tab.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_a_question_is_asked_with_the_keyboard_alone(tab: Page, served: Served, story: Memory) -> None:
    tab.goto(served.at(story.space.name, "search"))
    tab.get_by_role("searchbox").wait_for()
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("link", name="To the content")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator("main")).to_be_focused()
    go_to(tab, "document.activeElement.type === 'search'")
    tab.keyboard.type("What does Ann drink?")
    tab.keyboard.press("Enter")
    tab.get_by_role("tab").first.wait_for()
    go_to(tab, "document.activeElement.getAttribute('role') === 'tab'")
    tab.keyboard.press("ArrowRight")
    expect(tab.get_by_role("tab", name="Graph")).to_have_attribute("aria-selected", "true")
    go_to(tab, "document.activeElement.tagName === 'g'")
    tab.keyboard.press("Enter")
    expect(tab.locator(".node[aria-pressed=true]")).to_have_count(1)


def test_the_graph_grows_where_it_is_asked(tab: Page, served: Served, story: Memory) -> None:
    opened(tab, served, story.space.name, ["graph", "entity:ann"])
    before = tab.locator(".node").count()
    tab.locator(".node", has_text="nurse").first.click()
    expect(tab.locator(".node", has_text="I work as a nurse")).to_have_count(1)
    assert tab.locator(".node").count() > before
    shapes = {
        kind: tab.locator(f".node[aria-label^='{kind}:'] path").first.get_attribute("d")
        for kind in ("concept", "entity")
    }
    assert shapes["concept"] != shapes["entity"]
    tab.get_by_role("checkbox", name="concept").uncheck()
    expect(tab.locator(".node[aria-label^='concept:']")).to_have_count(0)
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save as SVG").click()
    picture = Path(saved.value.path()).read_text("utf-8")
    assert "<svg" in picture
    assert "nurse" in picture
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save as PNG").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_graph_of_very_many_is_a_canvas_with_a_list_beside_it(tab: Page, served: Served, memory: Memory) -> None:
    things = [f"{look} {thing}" for look in LOOKS for thing in THINGS]
    World(memory, "hunt").observe("\n".join(["-= Hall =-", *(f"You see a {thing}." for thing in things)]))
    opened(tab, served, memory.space.name, ["world"])
    canvas, listed = tab.locator("canvas"), tab.locator(".nodes button")
    expect(canvas).to_be_visible()
    assert set(things) <= {each.strip() for each in listed.all_inner_texts()}
    drawn = "each => new Set(each.getContext('2d').getImageData(0, 0, each.width, each.height).data).size"
    assert canvas.evaluate(drawn) > 10
    listed.filter(has_text=things[7]).click()
    expect(tab.locator("aside li")).to_have_text([f"{things[7]} is in hall"])
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save as PNG").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    pressed = tab.locator(".nodes button[aria-pressed=true]")
    looks: tuple[tuple[Literal["light", "dark"], int, str], ...] = (
        ("light", 1400, "#6f6c63"),
        ("dark", 390, "#8d93a3"),
    )
    for scheme, width, colour in looks:
        tab.set_viewport_size({"width": width, "height": 900})
        pressed.click()
        expect(pressed).to_have_count(0)
        tab.emulate_media(color_scheme=cast("Literal['light', 'dark']", scheme), reduced_motion="reduce")
        assert serious(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        x, y = canvas.evaluate(PLACE_OF_A_COLOUR, colour)
        canvas.click(position={"x": x, "y": y})
        expect(pressed).to_have_count(1)
        expect(tab.locator("aside li")).to_have_text([f"{pressed.inner_text().strip()} is in hall"])
        assert canvas.evaluate(CHANGED_AROUND, [x, y])


PLACE_OF_A_COLOUR = """(canvas, colour) => {
  const {data, width} = canvas.before = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const wanted = [...[1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)), 255];
  for (let at = 0; at < data.length / 4; at++) {
    if (wanted.every((each, part) => data[4 * at + part] === each)) return [at % width, Math.floor(at / width)];
  }
}"""
CHANGED_AROUND = """(canvas, [x, y]) => {
  const {data, width} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height), sides = new Set();
  for (let at = 0; at < data.length; at += 4) {
    const right = at / 4 % width - x, below = Math.floor(at / 4 / width) - y;
    if (Math.hypot(right, below) <= 26 && data[at] !== canvas.before.data[at]) sides.add(`${right > 0} ${below > 0}`);
  }
  return sides.size === 4;
}"""
"""Whether there is something new on each side of a place, as a ring around it."""


def test_what_an_agent_does_is_seen_at_once(tab: Page, served: Served, open_memory: Callable[..., Memory]) -> None:
    name = open_memory().space.name
    agent = served.view.tenants.memory(name)  # as an agent reaches it by MCP, in this process
    agent.add("I live in Lisbon.", session="monday", speaker="Ann")
    tab.goto(served.at(name, "live"))
    expect(tab.get_by_text("Listening")).to_be_visible()
    with served.view.live.hearing():
        agent.recall("Where does Ann live?")
    row = tab.locator(".statement", has_text="recall").first
    expect(row).to_contain_text("hits 1")
    row.locator("summary").click()
    expect(row.get_by_role("row", name=re.compile("^pagerank|^encode")).first).to_be_visible()
    expect(tab.locator("li", has_text="Lisbon")).to_have_count(0)  # the text of a turn is in no event
    assert tab.locator(".statement b", has_text="Listing").count() == 0


def test_what_waits_is_consolidated_with_its_progress(tab: Page, served: Served, memory: Memory) -> None:
    memory.add("I adopted a cat called Miso.", session="monday", speaker="Ann")
    tab.goto(served.at(memory.space.name, "consolidation"))
    expect(tab.get_by_text("Waiting: 1 portion")).to_be_visible()
    tab.get_by_role("button", name="Consolidate now").click()
    expect(tab.get_by_text(re.compile("new, 0 repeated"))).to_be_visible()
    expect(tab.get_by_text("Nothing waits.")).to_be_visible()
    assert memory.pending() == ()


@pytest.mark.slow
def test_what_agents_leave_is_shown(tab: Page, served: Served, story: Memory) -> None:
    opened(tab, served, story.space.name, ["runs"])
    expect(tab.get_by_role("heading", name="Bring the lamp to the hall.")).to_be_visible()
    expect(tab.locator("li", has_text="Take the lamp").first).to_contain_text("You carry the lamp.")
    opened(tab, served, story.space.name, ["world"])
    expect(tab.locator("aside")).to_contain_text("chest is open")
    tab.get_by_role("slider").fill("0")
    expect(tab.locator("aside")).to_contain_text("chest is closed")
    opened(tab, served, story.space.name, ["learnings"])
    expect(tab.get_by_role("heading", name="After trial 1")).to_be_visible()
    tab.locator(".strand-rows .row").first.click()
    expect(tab.locator(".origin")).to_contain_text("trial 0 (10 points)")
    opened(tab, served, story.space.name, ["scene"])
    expect(tab.get_by_role("img", name="from above")).to_be_visible()
    assert tab.evaluate("getComputedStyle(document.querySelector('.map .area')).fill") != "rgb(0, 0, 0)"


@pytest.mark.slow
def test_it_is_in_the_language_of_the_browser(browser: Browser, served: Served, story: Memory) -> None:
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(served.invitation())
    page.goto(served.at(story.space.name, "people", "entity:ann"))
    expect(page.get_by_role("heading", name="Was wann galt")).to_be_visible()
    expect(page.locator(".timeline")).to_contain_text("seit 08.05.2023")
    assert page.evaluate("document.documentElement.lang") == "de"
    context.close()


@pytest.mark.slow
def test_two_tabs_are_one_visitor(context: BrowserContext, served: Served, story: Memory) -> None:
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.goto(served.at(story.space.name, "people"))
        expect(page.get_by_role("link", name=re.compile("^Ann"))).to_be_visible()
        assert "key=" not in page.url


@pytest.fixture(scope="module")
def talk(open_module_memory: Callable[..., Memory]) -> Memory:
    """The bundled conversation, consolidated by rules."""
    memory = open_module_memory("Nadia")
    memory.remember_file(demo.path())
    memory.consolidate()
    return memory


SHOWN = {
    "overview": [], "search": ["search"], "session": ["sessions", "{session}"], "person": ["people", "{person}"],
    "graph": ["graph", "{person}"],
}  # fmt: skip


@pytest.fixture
def shown(talk: Memory) -> dict[str, list[str]]:
    session = talk.sessions().items[2].name
    person = max((each for each in talk.entities(limit=1000) if each.name.istitle()), key=lambda each: each.mentions).id
    return {name: [each.format(session=session, person=person) for each in place] for name, place in SHOWN.items()}


@pytest.mark.slow
def test_the_pictures_of_the_docs(
    tab: Page, served: Served, talk: Memory, shown: dict[str, list[str]], tmp_path: Path
) -> None:
    """With CLEW_WRITE_PAGES the pictures of docs/view.md are made anew."""
    folder = ROOT / "docs" / "view" if os.environ.get("CLEW_WRITE_PAGES") else tmp_path
    looks: tuple[tuple[int, Literal["light", "dark"]], ...] = ((1400, "light"), (390, "dark"))
    for width, scheme in looks:
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for name, place in shown.items():
            opened(tab, served, talk.space.name, [] if place == ["search"] else place)
            if place == ["search"]:
                tab.goto(served.at(talk.space.name, "search"))
                tab.get_by_role("searchbox").fill("When did Marcus hand in his notice?")
                tab.keyboard.press("Enter")
                tab.get_by_role("button", name="Why").first.click()
            expect(tab.locator(".loading")).to_have_count(0)
            tab.screenshot(path=folder / f"{name}-{width}.jpg", type="jpeg", quality=80)
    for each in (ROOT / "docs" / "view").glob("*.jpg"):
        assert f"view/{each.name}" in (ROOT / "docs" / "view.md").read_text("utf-8")


@pytest.fixture
def told(memory: Memory) -> Memory:
    """Two turns, a fact that both say, and one that only the first says."""
    memory.remember([Turn("I have a cat, Miso.", "Ann"), Turn("My cat Miso is old.", "Ann")], session="monday")
    one, other = (turn.id for turn in memory.turns("monday"))
    memory.remember_facts([Fact("Ann has a cat.", (one,), 0.8), Fact("Miso is the cat of Ann.", (one, other), 0.8)])
    return memory


def test_a_receipt_is_shown_before_anything_goes(tab: Page, served: Served, told: Memory) -> None:
    before = told.stats()
    tab.goto(served.at(told.space.name, "sessions", "monday"))
    turn = tab.locator(".turn").first
    turn.get_by_role("checkbox", name="Choose: I have a cat").check()
    tab.get_by_role("region", name="Chosen memories").get_by_role("button", name="Forget").click()
    dialog = tab.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="What forgetting would take")).to_be_visible()
    tried = told.forget(ids=["episode:monday/0"], dry_run=True)
    for id in (*tried.ids, *tried.weakened):
        if text := told.get(id, links=0).text:
            expect(dialog).to_contain_text(text[:60])
    assert serious(tab) == []
    tab.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert told.stats() == before
    tab.get_by_role("region", name="Chosen memories").get_by_role("button", name="Forget").click()
    with tab.expect_download() as saved:
        dialog.get_by_role("button", name="Download the receipt").click()
    assert json.loads(Path(saved.value.path()).read_text("utf-8"))["ids"] == [*tried.ids]
    dialog.get_by_role("button", name=re.compile("for good")).click()
    expect(dialog.get_by_role("heading", name="Forgotten")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(tab.locator(".turn")).to_have_count(1)
    expect(tab.locator(".turn")).to_contain_text("My cat Miso is old.")
    assert [turn.text for turn in told.turns("monday")] == ["My cat Miso is old."]


@pytest.mark.slow
def test_a_session_and_a_speaker_are_forgotten_whole(tab: Page, served: Served, told: Memory) -> None:
    told.add("I am Ben.", session="tuesday", speaker="Ben")
    for place, left in ((["people", "@Ben"], ["monday"]), (["sessions", "monday"], [])):
        tab.goto(served.at(told.space.name, *place))
        tab.get_by_role("button", name="Forget").first.click()
        tab.get_by_role("dialog").get_by_role("button", name=re.compile("for good")).click()
        expect(tab.get_by_role("heading", name="Forgotten")).to_be_visible()
        assert [session.name for session in told.sessions() if session.turns] == left
    assert told.stats().nodes.get("Episode", 0) == 0


def test_an_address_that_changes_while_the_page_starts_is_followed(tab: Page, served: Served, told: Memory) -> None:
    place = served.at(told.space.name, "sessions", "monday")
    tab.add_init_script(
        f"addEventListener('DOMContentLoaded', () => {{ location.href = '{place}' }}, {{ once: true }})"
    )
    tab.goto(served.url)
    expect(tab.locator(".turn")).to_have_count(2)


@pytest.mark.slow
def test_a_page_that_only_reads_offers_no_change(
    make_view: Callable[..., Application], browser: Browser, told: Memory
) -> None:
    served = listening(make_view(is_reader=True))
    page = browser.new_page()
    page.goto(served.invitation())
    page.goto(served.at(told.space.name, "sessions", "monday"))
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.get_by_text("This page only reads.")).to_be_visible()
    assert page.get_by_role("button", name="Forget").count() == page.get_by_role("checkbox").count() == 0
    page.close()
    served.stop()


def test_a_correction_keeps_the_old_version_and_can_be_put_back(tab: Page, served: Served, told: Memory) -> None:
    tab.goto(served.at(told.space.name, "memory", "episode:monday/0"))
    dialog = tab.get_by_role("dialog")
    for button, said, other in (
        ("Correct", "I have a dog, Miso.", "I have a cat, Miso."),
        ("Put back", "I have a cat, Miso.", "I have a dog, Miso."),
    ):
        tab.get_by_role("button", name=button).last.click()
        text = dialog.get_by_role("textbox")
        if button == "Correct":
            text.fill(said)
        expect(text).to_have_value(said)
        dialog.get_by_role("button", name="Correct").click()
        expect(dialog.get_by_role("heading", name="Corrected")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()
        expect(tab.locator(".text.big")).to_have_text(said)
        expect(tab.locator("s", has_text=other).first).to_be_visible()
        assert told.turns("monday")[0].text == said


def test_a_retraction_is_kept_with_its_reason_and_can_be_taken_back(tab: Page, served: Served, told: Memory) -> None:
    tab.goto(served.at(told.space.name, "memory", "episode:monday/0"))
    dialog, texts = tab.get_by_role("dialog"), [each.text for each in told.turns("monday")]
    tab.get_by_role("button", name="Retract").click()
    dialog.get_by_label("Why").fill("It was a joke.")
    dialog.get_by_role("button", name="Retract").click()
    expect(dialog.get_by_role("heading", name="Holds no more")).to_be_visible()
    assert [each.text for each in told.turns("monday")] == texts[1:]
    dialog.get_by_role("button", name="Close").click()
    expect(tab.get_by_text("It was a joke.")).to_be_visible()
    tab.get_by_role("button", name="Reinstate").click()
    dialog.get_by_role("button", name="Reinstate").click()
    expect(dialog.get_by_role("heading", name="Holds again")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(tab.get_by_role("button", name="Retract")).to_be_visible()
    assert [each.text for each in told.turns("monday")] == texts


@pytest.mark.slow
def test_a_document_is_forgotten_from_its_page(tab: Page, served: Served, memory: Memory) -> None:
    memory.read("Lisbon lies on the Tagus.", title="Lisbon")
    memory.read("Porto lies on the Douro.", title="Porto")
    tab.goto(served.at(memory.space.name, "documents"))
    tab.get_by_role("link", name=re.compile("^Lisbon")).click()
    expect(tab.locator("main")).to_contain_text("Lisbon lies on the Tagus.")
    tab.get_by_role("button", name="Forget").click()
    tab.get_by_role("dialog").get_by_role("button", name=re.compile("for good")).click()
    expect(tab.get_by_role("heading", name="Forgotten")).to_be_visible()
    tab.goto("about:blank")
    tab.goto(served.at(memory.space.name, "documents"))
    expect(tab.get_by_role("link", name=re.compile("^Porto"))).to_be_visible()
    expect(tab.get_by_role("link", name=re.compile("^Lisbon"))).to_have_count(0)
