"""How long does a person wait for the pages of `clew view`, in a space of any size?

    python benchmarks/view.py --gate

Made-up sessions of 10 turns in one space, and one of a tenth of all turns. A Chromium opens each page --rounds times.
The baseline is the same page of an empty space in the same run, so that the browser's own time counts on both sides.
One gate is of the first content against the baseline's, the other of the elements that a long list has. Times are
printed beside their budgets.
"""

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from urllib.parse import quote

import connection
import uvicorn
from circumstances import circumstances, write
from connection import Place
from gating import missed, show_gates
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table
from synthetic import BagOfWords, questions, transcripts

from clew.api.memory import Memory
from clew.interfaces.view.application import Application
from clew.interfaces.view.serving import prepared
from clew.loaders.conversation import sessions
from clew.loaders.conversation.sessions import GROUP_TURNS, grouped, indexed_afterwards
from clew.settings import Settings

OUT = Path("out")
FULL, EMPTY = "bench-view", "bench-view-empty"
SESSION = 10
LONG = "long"
"""The name of a session that holds a tenth of all turns."""

MOST_MORE = 2.0
"""Times the first content of a page of the empty space."""

MOST_ELEMENTS = 3_000
"""Elements of a page, however long its list is."""

BUDGETS = {
    "first content": 300.0,
    "whole": 1_000.0,
    "search": 1_500.0,
    "usual frame of a scroll": 20.0,
    "longest frame of a scroll": 100.0,
}
"""Milliseconds that a person should wait at most; reported, and no gate."""

FIRST = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
SCROLL = (
    """async () => {
  const frame = () => new Promise(requestAnimationFrame), frames = [];
  let elements = 0, y = 0, waits = 0;
  for (let last = await frame(); frames.length < FRAMES && waits < WAITS; ) {
    const isEnd = y + innerHeight >= document.documentElement.scrollHeight;
    if (isEnd) {  // what follows is on its way
      waits++;
      await new Promise((done) => setTimeout(done, 50));
      last = await frame();
      continue;
    }
    waits = 0;
    y += STEP;
    scrollTo(0, y);
    const now = await frame();
    frames.push(now - last);
    last = now;
    elements = Math.max(elements, document.querySelectorAll('*').length);
  }
  frames.sort((a, b) => a - b);
  return { rows: y, elements, longest: frames.at(-1), usual: frames[Math.floor(frames.length / 2)] };
}""".replace("FRAMES", "1_000")
    .replace("WAITS", "60")
    .replace("STEP", "750")
)
"""Scrolls to the end of a list as it grows, 750 pixels a frame, for 1,000 frames at most."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that is opened: its place in a space, and what stands there when all of it is loaded."""

    name: str
    place: tuple[str, ...]
    there: str  # a selector


VISITS = (
    Visit("overview", (), ".months, .state .big"),
    Visit("sessions", ("sessions",), ".row, .state .big"),
    Visit("people", ("people",), ".row, .state .big"),
)
SCROLLED = (Visit("sessions", ("sessions",), ".row"), Visit("long session", ("sessions", LONG), ".turn"))
"""Lists of any length, in which one scrolls."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    encoder = BagOfWords()
    with Memory.open(place.uri, auth=place.auth, database=place.database, space=FULL, encoder=encoder) as memory:
        try:
            if memory.stats().nodes.get("Episode") != _held(options.turns):
                connection.forget(memory.space)
                _fill(memory, options.turns)
            with _served(place) as (view, url):
                found = _measure(view, url, options.rounds)
            around = circumstances(memory.space.graph)
        finally:
            if not options.keep:
                connection.forget(memory.space)
    return _report(options, found, around)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "view.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _held(turns: int) -> int:
    return turns + turns // 10


def _fill(memory: Memory, turns: int) -> None:
    (long,) = transcripts(turns // 10, session=turns // 10)
    groups = grouped(transcripts(turns, session=SESSION), GROUP_TURNS)
    with indexed_afterwards(memory.space):
        for group in track(groups, total=turns // GROUP_TURNS, description="remembering", transient=True):
            sessions.remember_together(memory.space, group)
        memory.remember(long.turns, session=LONG)


@contextmanager
def _served(place: Place) -> Iterator[tuple[Application, str]]:
    user, password = place.auth or ("", "")
    named = {"uri": place.uri, "user": user, "password": password, "database": place.database, "encoder": "minilm"}
    view = prepared(Settings.model_validate(named), "", is_reader=True)
    running = uvicorn.Server(
        uvicorn.Config(view.asgi(), port=0, log_config=None, access_log=False, timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    try:
        yield view, f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}/"
    finally:
        running.should_exit = True
        thread.join()
        view.tenants.close()


def _measure(view: Application, url: str, rounds: int) -> dict[str, float]:
    """Return the median of each time in milliseconds, and counts of elements, by name."""
    found = dict[str, list[float]]()
    browser_path = next(filter(None, map(which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 1400, "height": 900}, locale="en-GB")
        context.set_default_timeout(300_000)
        context.new_page().goto(f"{url}?key={view.visitors.invite()}")
        for number in track(range(rounds + 1), description="rounds", transient=True):
            for name, spent in _round(context.new_page, url, number):
                if number:  # in the first one the server compiles
                    found.setdefault(name, []).append(spent)
        browser.close()
    return {name: statistics.median(spent) for name, spent in found.items()}


def _round(new_page: Callable[[], Page], url: str, number: int) -> Iterator[tuple[str, float]]:
    for space in (EMPTY, FULL):
        for visit in VISITS:
            page = new_page()
            began = time.perf_counter()
            page.goto(f"{url}#/{'/'.join(quote(each, safe='') for each in ('s', space, *visit.place))}")
            page.locator(visit.there).first.wait_for()
            yield f"{visit.name}, {space}: whole", 1000 * (time.perf_counter() - began)
            yield f"{visit.name}, {space}: first content", page.evaluate(FIRST) or 0.0
            page.close()
    for visit in SCROLLED:
        page = new_page()
        page.goto(f"{url}#/{'/'.join(quote(each, safe='') for each in ('s', FULL, *visit.place))}")
        page.locator(visit.there).first.wait_for()
        scrolled = page.evaluate(SCROLL)
        yield f"{visit.name}: longest frame of a scroll", scrolled["longest"]
        yield f"{visit.name}: usual frame of a scroll", scrolled["usual"]
        yield f"{visit.name}: pixels scrolled", scrolled["rows"]
        yield f"{visit.name}: elements", scrolled["elements"]
        page.close()
    page = new_page()
    page.goto(f"{url}#/s/{FULL}/search")
    page.get_by_role("searchbox").fill(questions(number + 1)[-1])
    began = time.perf_counter()
    page.keyboard.press("Enter")
    page.locator(".stages").first.wait_for()
    yield f"search, {FULL}: search", 1000 * (time.perf_counter() - began)
    page.close()


def _report(options: argparse.Namespace, found: dict[str, float], around: dict[str, object]) -> int:
    console = Console()
    table = Table("", "median", "budget, ms", title=f"{options.turns:,} turns, {options.rounds} rounds")
    for name, value in found.items():
        budget = BUDGETS.get(name.rpartition(": ")[2])
        table.add_row(name, f"{value:,.0f}", f"{budget:,.0f}" if budget else "")
    console.print(table)
    gates = dict[str, bool]()
    for visit in VISITS:
        full, empty = (found[f"{visit.name}, {space}: first content"] for space in (FULL, EMPTY))
        more = full / max(empty, 1.0)
        gates[f"{visit.name}: first content at most {MOST_MORE:g} times an empty space's: {more:.2f}"] = (
            more <= MOST_MORE
        )
    for visit in SCROLLED:
        elements = found[f"{visit.name}: elements"]
        gates[f"{visit.name}: at most {MOST_ELEMENTS:,} elements: {elements:,.0f}"] = elements <= MOST_ELEMENTS
    show_gates(gates, console)
    figures = {name: round(value, 1) for name, value in found.items()}
    sizes = {"turns": options.turns, "rounds": options.rounds, "budgets": BUDGETS}
    write(options.json, {**around, **sizes, "figures": figures, "gates": gates})
    return int(options.gate and missed(gates))


if __name__ == "__main__":
    sys.exit(main())
