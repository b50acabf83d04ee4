"""What a real language model makes of the demo's conversation, beside the rules that need none.

    python benchmarks/local_model.py --model openai:local --model-url http://127.0.0.1:18080/v1

Any OpenAI-compatible server will do. The conversation is our own, so what is extracted may be kept. See README.md.
"""

import argparse
import dataclasses
import sys
from itertools import islice
from pathlib import Path
from time import perf_counter

import connection
from circumstances import circumstances, write
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.graph.queries import generated
from clew.llm import chat_model
from clew.loaders.conversation import demo
from clew.loaders.sources import detection
from clew.model import Consolidated, Progress
from clew.settings import Settings

OUT = Path("out")
SPACE = "bench-local-model-"
KNOWN = """
    MATCH (known:Clew)
    WHERE known.space = $space AND known.kind IN ['Fact', 'Reflection']
    RETURN known.kind AS kind, known.text AS text, known.belief AS belief, toString(known.valid_from) AS since,
      COLLECT { MATCH (known)-[:DERIVED_FROM|DERIVED_FROM_FACT]->(told) RETURN told.id ORDER BY told.id } AS sources,
      COLLECT { MATCH (known)-[:ABOUT_CONCEPT]->(concept) RETURN concept.name ORDER BY concept.name } AS concepts,
      COLLECT { MATCH (known)-[:REPLACED_BY]->(new) RETURN new.text } AS replaced_by
    ORDER BY kind, since, text
"""


def main() -> int:
    """Run, print, write."""
    options = _options()
    wanted = connection.model_settings(options)
    place = connection.place(options)
    results: dict[str, object] = {}
    around: dict[str, object] = {}
    for way, settings in (("rules", Settings()), ("model", wanted)):
        with Memory.open(
            place.uri,
            auth=place.auth,
            database=place.database,
            space=f"{SPACE}{way}",
            encoder=encoder("minilm"),
            model=chat_model(settings),
            settings=settings,
        ) as memory:
            connection.forget(memory.space)
            try:
                results[way] = _run(memory, way, options.sessions)
                around = circumstances(memory.space.graph)
            finally:
                if not options.keep:
                    connection.forget(memory.space)
    write(options.json, {**around, **results})
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    connection.add_model_arguments(parser, required=True)
    parser.add_argument("--sessions", type=int, default=2, help="the first N of the demo's conversation")
    parser.add_argument("--json", type=Path, default=OUT / "local_model.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _run(memory: Memory, way: str, sessions: int) -> dict[str, object]:
    turns = 0
    for each in islice(detection.read(demo.path()), sessions):
        turns += memory.remember(each.turns, session=each.session).appended
    begin = perf_counter()
    with Bar(TextColumn(way), BarColumn(), TextColumn("{task.fields[note]}"), TimeElapsedColumn()) as bar:
        task = bar.add_task(way, note="")

        def told(progress: Progress) -> None:
            bar.update(task, completed=progress.done, total=progress.total, note=progress.note)

        done = memory.consolidate(on_progress=told)
    seconds = perf_counter() - begin
    known = memory.space.read(generated("known", KNOWN))
    _show(way, turns, seconds, done, known)
    return {"turns": turns, "seconds": round(seconds, 1), "result": dataclasses.asdict(done), "known": known}


def _show(way: str, turns: int, seconds: float, done: Consolidated, known: list[dict[str, object]]) -> None:
    console = Console(width=150, highlight=False)
    console.print(f"[bold]{way}[/bold]: {turns} turns, {done.chunks} chunks in {seconds:.0f} s; {done.facts}")
    for row in known:
        console.print(f"  {row['kind']} {str(row['since'])[:10]} {row['text']} {row['concepts']}", markup=False)
    for name, reason in done.failed.items():
        console.print(f"  failed: {name}: {reason}", markup=False)
    console.print(done.usage, markup=False)


if __name__ == "__main__":
    sys.exit(main())
