"""The page of a run; see `clew.interfaces.pages.exported` for what keeps its texts harmless."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import takewhile
from pathlib import Path
from typing import get_args

from clew.interfaces.pages.exported import exported
from clew.interfaces.pages.files import save
from clew.model.working import Run
from clew.retrieval.working.render import Mode
from clew_playground.pages.work.sizes import Prompted, Sizes

MODES: tuple[Mode, ...] = get_args(Mode)


def write(path: Path, run: Run, sizes: Sizes, *, title: str) -> Path:
    """Write the page of `render` and return its absolute path.

    Raises:
        InvalidInput: the budget does not hold one of the prompts.
    """
    return save(path, render(run, sizes, title=title))


def render(run: Run, sizes: Sizes, *, title: str) -> str:
    """Return the page: every step with the tree, the prompt and its sizes as they then were.

    Args:
        run: as far as it went.
        sizes: how its prompts were made and are counted.
        title: of the page.

    Raises:
        InvalidInput: the budget does not hold one of the prompts.
    """
    prompts = list(sizes.prompts(run))
    return exported("work", title, _data(run, prompts, sizes), _written(run, prompts, sizes, title), "The run in words")


def _data(run: Run, prompts: Sequence[Prompted], sizes: Sizes) -> dict[str, object]:
    lines: dict[str, int] = {}
    own = {step.number: subgoal for subgoal in run.subgoals for step in subgoal.steps}
    place = {subgoal.number: number for number, subgoal in enumerate(run.subgoals)}
    return {
        "goal": run.goal,
        "observation": run.observation,
        "outcome": _outcome(run),
        "ended": run.outcome is not None,
        "modes": MODES,
        "mode": sizes.mode,
        "budget": sizes.budget,
        "subgoals": [
            {"text": each.text, "summary": each.summary.text if each.summary else None, "number": each.number}
            | ({"met": each.summary.met} if each.summary else {})
            for each in run.subgoals
        ],
        "steps": [_step(each, place[own[each.step.number].number], own[each.step.number].number) for each in prompts],
        "prompts": {mode: _shared([_text(each, sizes, mode) for each in prompts], lines) for mode in MODES},
        "lines": list(lines),
    }


def _step(prompted: Prompted, place: int, number: int) -> dict[str, object]:
    open_ = prompted.before.open
    is_open = open_ is not None and open_.number == number
    return {
        "number": prompted.step.number + 1,
        "subgoal": place,
        "action": prompted.step.action,
        "text": prompted.step.observation,
        "tokens": [prompted.tokens[mode] for mode in MODES],
        "opens": not is_open,
        "retrieved": open_.retrieved if open_ and is_open else (),
    }


def _text(prompted: Prompted, sizes: Sizes, mode: Mode) -> str:
    return prompted.text if mode == sizes.mode else sizes.text(prompted.before, mode)


def _shared(texts: Iterable[str], lines: dict[str, int]) -> list[tuple[int, list[int]]]:
    """Write each text as the lines that it shares with the beginning of the one before, and the numbers of the others.

    Args:
        texts: prompts, in order.
        lines: numbers of lines; new ones are added.
    """
    shared: list[tuple[int, list[int]]] = []
    before: list[int] = []
    for text in texts:
        now = [lines.setdefault(line, len(lines)) for line in text.split("\n")]
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
        shared.append((kept, now[kept:]))
        before = now
    return shared


def _outcome(run: Run) -> str:
    if run.outcome is None:
        return f"not finished: {run.length} steps"
    how = {True: "reached", False: "not reached", None: "ended"}[run.met]
    return f"{how}: {run.length} steps, {len(run.subgoals)} subgoals"


def _written(run: Run, prompts: Sequence[Prompted], sizes: Sizes, title: str) -> str:
    """Return the run in words, for who sees no pictures and who runs no scripts."""
    by_number = {each.step.number: each for each in prompts}
    parts = [f"<h2>{escape(title)}: {escape(_outcome(run))}</h2>", f"<p>{escape(run.goal)}</p>"]
    for subgoal in run.subgoals:
        told = f": {subgoal.summary.text}" if subgoal.summary else ""
        lines = (_line(by_number[step.number], sizes.mode) for step in subgoal.steps)
        steps = "\n".join(lines)
        parts.append(f"<h3>{subgoal.number}. {escape(subgoal.text)}{escape(told)}</h3>\n<ol>{steps}</ol>")
    return "\n".join(parts)


def _line(prompted: Prompted, mode: Mode) -> str:
    sizes = f"{prompted.tokens[mode]} tokens, standard {prompted.tokens['standard']}"
    step = prompted.step
    return f"<li value={step.number + 1}>{escape(step.action)}: {escape(step.observation)} ({sizes})</li>"
