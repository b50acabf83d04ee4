"""The page in a real browser."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.interfaces.accessibility import serious
from tests.interfaces.conftest import HOSTILE

from clew.interfaces.pages.picture import NODES, render, write
from clew.model import Hit, Node, Recall, Relationship, ScoreParts, Step, Subgraph

WHEN = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def hit(position: int, text: str, path: tuple[Step, ...] = ()) -> Hit:
    id_ = f"episode:monday/{position}"
    parts = ScoreParts(vector=0.5, text=0.25, pagerank=0.125)
    steps = path or (Step("", id_, "Episode", text[:40]),)
    return Hit(id_, "Episode", text, "Ann", WHEN, "monday", position, "", {}, parts.total, parts, steps)


def answer(query: str, text: str, more: int = 0) -> tuple[Recall, Subgraph]:
    """Two hits: a seed, and one that is reached from it over a concept."""
    seed, shared = (
        Step("", "episode:monday/0", "Episode", text[:40]),
        Step("HAS_CONCEPT", "concept:cat", "Concept", "cat"),
    )
    reached = Step("HAS_CONCEPT", "episode:monday/1", "Episode", "Her name is Miso")
    hits = (hit(0, text), hit(1, "Her name is Miso", (seed, shared, reached)))
    nodes = [Node(step.id, step.kind, step.label, WHEN, 0.1) for step in (seed, shared, reached)]
    nodes += [Node(f"episode:tuesday/{n}", "Episode", f"turn {n}", WHEN, 0.01) for n in range(more)]
    edges = (
        Relationship("episode:monday/0", "concept:cat", "HAS_CONCEPT"),
        Relationship("episode:monday/1", "concept:cat", "HAS_CONCEPT"),
        Relationship("episode:monday/0", "episode:monday/1", "NEXT"),
    )
    return Recall(query, hits, hits, "", "gds", {"total": 0.034}), Subgraph(tuple(nodes), edges)


def node(kind: str) -> str:
    return f".node[aria-label^='{kind}:'] path"


def form(page: Page, kind: str) -> str:
    """Return the outline of a kind without its size: a circle, or its corners and whether it stands on one."""
    outline = page.locator(node(kind)).first.get_attribute("d") or ""
    return "circle" if "A" in outline else f"{outline.count('L') + 1} {outline.startswith('M0.00 -')}"


def show(page: Page, folder: Path, *answers: tuple[Recall, Subgraph], title: str = "A title") -> None:
    page.goto(write(folder / "page.html", answers, title=title).as_uri())


def test_hostile_text_is_shown_and_never_runs(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, answer(HOSTILE, HOSTILE), answer("Where?", "There"), title=HOSTILE)
    for place in (".hit .text", "h1", "header", "[role=tab]", ".node title"):
        assert "</script><script>window.owned = 1" in (page.locator(place).first.text_content() or ""), place
    for tab in ("Packed text", "Results 2"):
        page.get_by_role("tab", name=tab).click()
    assert page.evaluate("window.owned") is None
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert "SCRIPT_HASH DATA" in page.locator("h1").inner_text()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_a_long_question_leaves_the_graph_in_view(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    question = "Where does Lena live? " * 450
    show(page, tmp_path, answer(question, "In Porto."), title=question)
    box = page.locator(".drawing").bounding_box()
    assert box is not None
    assert box["y"] < height / 2
    query = page.locator("h1").bounding_box()
    assert query is not None
    assert query["height"] < height / 4
    page.close()


def test_a_memory_turns_no_word_of_the_page_around(page: Page, tmp_path: Path) -> None:
    answered, graph = answer("Where?", "x")
    (told, why) = answered.hits[1], answered.hits[1].path
    turned = (replace(why[0], label="\u202eevil"), *why[1:])
    hits = (answered.hits[0], replace(told, speaker="\u05d0\u05e0\u05d4", path=turned))
    show(page, tmp_path, (replace(answered, hits=hits), graph))
    for place in (".way code", ".when"):
        lefts = page.locator(place).last.evaluate(
            """(element) => {
                const text = element.lastChild, range = document.createRange();
                return Array.from(text.data, (_, at) => {
                    range.setStart(text, at);
                    range.setEnd(text, at + 1);
                    return range.getBoundingClientRect().left;
                });
            }"""
        )
        assert lefts == sorted(lefts), place


def test_no_other_script_may_run(page: Page, tmp_path: Path) -> None:
    html = render([answer("Where?", "There")], title="A title")
    planted = html.replace(
        '<div id="app">',
        "<img src='data:x' onerror='window.owned = 1'><script>window.owned = 2</script><div id='app'>",
        1,
    )
    (tmp_path / "planted.html").write_text(planted)
    page.goto((tmp_path / "planted.html").as_uri())
    page.wait_for_timeout(200)
    assert page.evaluate("window.owned") is None
    assert page.locator(".hit").count() == 2
    assert all("Content Security Policy" in fault for fault in page.faults)  # pyright: ignore
    page.faults.clear()  # pyright: ignore


def test_nothing_is_loaded_from_elsewhere(page: Page, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    show(page, tmp_path, answer("Where?", "There"))
    assert asked == [(tmp_path / "page.html").as_uri()]


def test_tabs_change_the_question(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, answer("Where?", "There"), answer("Who?", "She"))
    expect(page.locator("h1")).to_have_text("Where?")
    page.get_by_role("tab", name="Who?").click()
    expect(page.locator("h1")).to_have_text("Who?")
    expect(page.locator(".hit .text").first).to_have_text("She")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_have_text("Where?")


def test_hovering_shows_text_date_and_score(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, answer("Where?", "Under the old bridge"))
    hint = page.locator(".node", has=page.locator(".mark", has_text="1")).locator("title").text_content() or ""
    assert hint.startswith("Under the old bridge")
    assert "2023" in hint
    assert hint.endswith("0.88")
    assert page.locator(".node.seed").count() == 1


def test_a_result_that_is_chosen_shows_its_way_alone(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, answer("Where?", "There", more=5))
    assert page.locator(".edge.thread").count() == 2
    page.get_by_role("button", name="Why").nth(1).click()
    expect(page.locator(".drawing.focus .node.on")).to_have_count(3)
    assert page.locator(".edge.on").count() == 2
    assert "cat" in page.locator(".labels text").all_text_contents()
    page.get_by_role("button", name="Why").nth(1).click()
    expect(page.locator(".drawing.focus")).to_have_count(0)


def test_bars_add_up_to_the_score(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, answer("Where?", "There"))
    widths = page.locator(".hit").first.locator(".bar i").evaluate_all("all => all.map(each => each.offsetWidth)")
    whole = page.locator(".hit .bar").first.evaluate("bar => bar.offsetWidth")
    assert len(widths) == 3
    assert sum(widths) == pytest.approx(whole, abs=3)


def test_a_hit_that_search_found_itself_is_joined_to_a_better_one(page: Page, tmp_path: Path) -> None:
    recall, graph = answer("Where?", "There")
    alone = (recall.hits[0], hit(1, "Her name is Miso"), hit(2, "It rained"))
    show(page, tmp_path, (Recall("Where?", alone, alone, "", None, {}), graph))
    assert page.locator(".edge.thread").count() == 1
    texts = page.locator(".hit").all_inner_texts()
    assert ["joined to" in text for text in texts] == [False, True, False]
    assert "NEXT" in texts[1]


def test_facts_have_a_shape_and_a_colour_of_their_own(page: Page, tmp_path: Path) -> None:
    recall, graph = answer("Where?", "There")
    fact = replace(
        recall.hits[0],
        id="fact:1",
        kind="Fact",
        valid_from=datetime(2023, 5, 7, tzinfo=UTC),
        path=(Step("", "fact:1", "Fact", "Ann has a cat"),),
    )
    reflection = Node("reflection:1", "Reflection", "Ann likes cats", WHEN, 0.1)
    hits = (fact, *recall.hits)
    drawn = Subgraph(
        (*graph.nodes, Node("fact:1", "Fact", "Ann has a cat", WHEN, 0.1), reflection), graph.relationships
    )
    show(page, tmp_path, (Recall("Where?", hits, hits, "", None, {}), drawn))
    forms = {kind: form(page, kind) for kind in ("fact", "reflection", "concept", "episode")}
    assert forms["fact"] == forms["reflection"]
    assert len(set(forms.values())) == 3
    colours = page.locator(".node path").evaluate_all("all => [...new Set(all.map(e => getComputedStyle(e).fill))]")
    assert len(colours) == 4
    expect(page.locator(".hit .line").first).to_have_text(re.compile("^factAnn(since May 7, 2023)monday"))
    assert {"fact", "reflection"} <= set(page.locator(".legend label").all_text_contents())
    show(page, tmp_path, answer("Where?", "There"))
    expect(page.locator(".node")).to_have_count(3)
    assert not {"fact", "reflection"} & set(page.locator(".legend label").all_text_contents())


def test_what_was_seen_hangs_on_a_talk_by_its_thing(page: Page, tmp_path: Path) -> None:
    """A talk names a sort, of which is a thing, which was seen, in an area: three relationships and a place beside."""
    talk = hit(0, "I left my cup in the study.")
    cup = "sighting:Cup|1/0"
    seen = replace(hit(1, "Cup in the study."), id=cup, kind="Sighting", path=(Step("", cup, "Sighting", "Cup"),))
    steps = [
        (talk.id, "Episode", "HAS_CONCEPT", "entity:cup"),
        ("object:Cup|1", "SceneObject", "INSTANCE_OF", "entity:cup"),
        ("object:Cup|1", "SceneObject", "HAS_SIGHTING", cup),
        ("area:study/1", "Area", "CONTAINS", "object:Cup|1"),
    ]
    kinds = {start: kind for start, kind, _, _ in steps} | {"entity:cup": "Entity", cup: "Sighting"}
    nodes = tuple(Node(id, kind, id.partition(":")[2], WHEN, 0.1) for id, kind in kinds.items())
    drawn = Subgraph(nodes, tuple(Relationship(start, end, type_) for start, _, type_, end in steps))
    show(page, tmp_path, (Recall("Where is the cup?", (talk, seen), (talk, seen), "", None, {}), drawn))
    kinds_there = ("area", "object", "sighting", "entity")
    assert len({form(page, kind) for kind in kinds_there}) == len(kinds_there)
    fills = {
        page.locator(node(kind)).evaluate("each => getComputedStyle(each).fill")
        for kind in ("area", "object", "entity")
    }
    assert len(fills) == 3
    assert page.locator(".hit").nth(1).locator(".way").inner_text().count("INSTANCE_OF") == 1
    assert set(kinds_there) <= set(page.locator(".legend label").all_text_contents())


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_any_screen(browser: Browser, tmp_path: Path, width: int, height: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # pyright: ignore
    show(page, tmp_path, answer("Where? " + "x" * 300, "y" * 3000, more=80))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    edges = page.locator(".node").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert max(edges) <= width
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(browser: Browser, tmp_path: Path, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)  # pyright: ignore
    show(page, tmp_path, answer("Where?", "There", more=5), answer("Who?", "She"))
    assert serious(page) == []
    page.close()


def test_a_question_without_hits_says_so(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, (Recall("Nothing?", (), (), "", None, {}), Subgraph((), ())))
    expect(page.get_by_text("Memory holds nothing that fits.")).to_be_visible()


def test_a_large_neighbourhood_is_thinned_to_its_best() -> None:
    html = render([answer("Where?", "There", more=400)], title="A title")
    found = re.search(r'id="data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    drawn = json.loads(found[1])["answers"][0]["picture"]
    assert len(drawn["nodes"]) == NODES
    assert {node for edge in drawn["edges"] for node in edge[:2]} <= set(range(NODES))
