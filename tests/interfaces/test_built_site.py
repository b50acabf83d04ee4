"""The site that `make docs` built: every page for everybody, at any width, light and dark, without a network."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect
from tests.interfaces.accessibility import serious

ROOT = Path(__file__).parents[2]
SITE = ROOT / "out" / "site"
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


def pages() -> list[str]:
    found = sorted(path.relative_to(SITE).with_suffix("").as_posix() for path in SITE.rglob("*.html"))
    assert len(found) > 80
    return [name for name in found if name != "404"]  # that one is for a server: its addresses begin with a slash


def test_every_page_of_the_navigation_is_there() -> None:
    navigation = re.findall(r"^ +- [^\n]*: (\S+)\.md$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(navigation) > 60
    names = [re.sub(r"README$", "index", name) for name in navigation]
    assert [name for name in names if not (SITE / f"{name}.html").is_file()] == []


@pytest.mark.timeout(1200)  # a second for each of more than a hundred pages, and more beside other work
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_for_everybody_fits_its_window_and_fetches_nothing(
    browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    page = browser.new_page(color_scheme=scheme, reduced_motion="reduce")
    asked, found = list[str](), dict[str, list[str]]()
    page.on("request", lambda request: asked.append(request.url))
    for name in pages():
        page.set_viewport_size({"width": 1400, "height": 900})
        page.goto(address(name))
        faults = serious(page)
        for width in (1400, 390):
            page.set_viewport_size({"width": width, "height": 900})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                faults.append(f"wider than {width}")
        if faults:
            found[name] = faults
    page.close()
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert found == {}


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
