"""The site that `make docs` built: every page for everybody, at any width, light and dark, without a network."""

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

ROOT = Path(__file__).parents[2]
SITE = ROOT / "out" / "site"
PAGES = ["index", "langchain", "one_recall", "facts", "cypher-cookbook", "beside", "reference/graph", "api/values"]
"""One of each form."""
WIDTHS = (390, 1400)
LOOKED_FOR = {
    "encoder": "encoders",
    "openai embeddings": "encoders",
    "aura": "cluster",
    "several users": "users",
    "gdpr": "erase",
    "production": "production",
    "fastapi": "fastapi",
    "mem0": "beside",
    "AsyncMemory": "api/async_memory",
    "backup": "production",
    "glossary": "glossary",
    "ollama": "models",
    "cluster": "cluster",
    "docker compose": "docker",
    "whatsapp": "imports",
    "metadata filter": "narrow",
    "exit code": "cli",
    "retention": "expiry",
    "audit": "audit",
    "opentelemetry": "metrics",
    "CLEW_MODEL_KEY": "reference/settings",
    "langgraph store": "langgraph",
    "cursor": "editors",
    "evaluate recall": "evaluate",
    "encrypted disk": "checklist",
}
"""What a newcomer types, and the page that answers it."""

pytestmark = pytest.mark.site


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    assert (SITE / "index.html").is_file(), "run `make docs`"


def address(page: str) -> str:
    return (SITE / f"{page}.html").as_uri()


def test_every_page_of_the_navigation_is_there() -> None:
    navigation = re.findall(r"^ +- [^\n]*: (\S+)\.md$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(navigation) > 60
    names = [re.sub(r"README$", "index", name) for name in navigation]
    assert [name for name in names if not (SITE / f"{name}.html").is_file()] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(browser: Browser, scheme: Any) -> None:
    page = browser.new_page(color_scheme=scheme, viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    found = dict[str, list[str]]()
    for name in PAGES:
        page.goto(address(name))
        checked = Axe().run(page).response
        assert len(checked["passes"]) > 5
        faults = [
            f"{each['id']}: {node['html'][:160]}"
            for each in checked["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"][:3]
        ]
        if faults:
            found[name] = faults
    page.close()
    assert found == {}


def test_no_page_is_wider_than_its_window(browser: Browser) -> None:
    page = browser.new_page()
    wider = list[str]()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for name in PAGES:
            page.goto(address(name))
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wider.append(f"{name} at {width}")
    page.close()
    assert wider == []


def test_nothing_is_fetched_from_a_network(browser: Browser) -> None:
    page = browser.new_page()
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    for name in PAGES:
        page.goto(address(name))
        page.wait_for_load_state("networkidle")
    page.close()
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_a_newcomer_finds_what_they_look_for(browser: Browser) -> None:
    tab = browser.new_page(viewport={"width": 1400, "height": 900})
    tab.goto(address("index"))
    asked, missed = tab.locator(".md-search__input"), dict[str, list[str]]()
    asked.focus()
    expect(tab.locator(".md-search-result__meta")).to_contain_text("Type to start", timeout=30000)
    for wanted, page in LOOKED_FOR.items():
        asked.clear()
        asked.press_sequentially(wanted)
        try:
            expect(tab.locator(f".md-search-result__item a[href*='{page}.html']").first).to_be_attached(timeout=8000)
        except AssertionError:
            missed[wanted] = [
                each.get_attribute("href") or "" for each in tab.locator(".md-search-result__item > a").all()
            ]
    tab.close()
    assert missed == {}


def test_the_drawing_of_the_graph_says_what_a_line_is(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.goto(address("reference/graph"))
    line = page.locator(".schema path", has_text=re.compile("^Fact DERIVED_FROM.* Episode$"))
    expect(line).to_have_count(1)
    drawing = page.locator(".schema svg").bounding_box()
    page.close()
    assert drawing is not None
    assert drawing["width"] > 600
